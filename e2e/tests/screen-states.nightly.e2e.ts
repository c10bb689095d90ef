import assert from 'node:assert/strict';
import {
  AT_PHARMACY,
  demoPharmacyRef,
  EMPTY_GROUP_PHARMACY,
  MANY_MIRRORS_PHARMACY,
  OWNER_PHARMACY,
} from '@portal/dev/demo/constants.ts';
import { button, closePackage, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { dialog, heading, list, type State, text, walk } from '../src/screen-states.ts';

/** States that the walk of each change (screens.e2e.ts) leaves out and no longer journey passes. */
const START = startOf(OWNER_PHARMACY);
let mdp: Seeded;
let lzd: Seeded;
const demo = { qdp: 0, deleted: 0, approved: 0 };
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: demoPharmacyRef(100_158), group: 'OTC', rows: 60 });
  lzd = await seedPackage({
    kind: 'LZD',
    pharmacy: demoPharmacyRef(100_126),
    group: 'HILFSMITTEL',
    rows: 40,
    resetChoice: 0,
  });
  const idOf = async (where: string) => {
    const { rows } = await portal().database.query<{ id: number }>(
      `SELECT id FROM price_update WHERE apo_id = $1 AND ${where} ORDER BY id LIMIT 1`,
      [OWNER_PHARMACY.apoId],
    );
    return rows[0]?.id ?? assert.fail(where);
  };
  demo.qdp = await idOf(`kind = 'QDP' AND status = 0 AND product_group = 'FREIWAHL'`);
  demo.deleted = await idOf(`kind = 'MDP' AND status = -1 AND product_group = 'FREIWAHL'`);
  demo.approved = await idOf(`kind = 'MDP' AND status = 1 AND product_group = 'OTC'`);
});
after(async () => {
  await closePackage(mdp.id);
  await closePackage(lzd.id);
});

const PHARMACY_STATES: State[] = [
  { name: 'price-list-otc', path: `${START}/pricelist/OTC`, ready: list },
  { name: 'qdp', path: () => `${START}/qdp/${demo.qdp}/FREIWAHL`, ready: list },
];
const STAFF_STATES: State[] = [
  { name: 'mdp-approved', path: () => `${START}/mdp/${demo.approved}/OTC`, ready: list },
  { name: 'mdp-deleted', path: () => `${START}/mdp/${demo.deleted}/FREIWAHL`, ready: list },
  {
    name: 'conditions',
    path: () => `${mdp.path}?where=change>1`,
    ready: async (page) => {
      await button(page, 'Filter hinzufügen').click();
      const form = page.getByRole('dialog');
      await form.getByText('Spalte wählen').click();
      await form.getByLabel('Spalte').selectOption({ label: 'AVP neu' });
      await form.getByLabel('Vergleich').selectOption('between');
    },
  },
  {
    name: 'heading-filter',
    path: () => `${START}/qdp/${demo.qdp}/FREIWAHL`,
    ready: async (page) => {
      await list(page);
      await page.locator('[role=columnheader][data-column=avp]').getByRole('button').first().focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('menuitem', { name: 'Filtern …' }).click();
      await page.getByLabel('Wert').fill('1');
    },
  },
  {
    name: 'lzd-check',
    path: () => lzd.path,
    ready: async (page) => {
      await button(page, 'Preise freigeben').click();
      await heading('PRÜFUNG PREISE')(page);
    },
  },
  {
    name: 'settings-main',
    path: `${startOf(MANY_MIRRORS_PHARMACY)}/settings`,
    ready: heading('Freigabe der Quartalsupdates'),
  },
  {
    name: 'settings-empty-group',
    path: `${startOf(EMPTY_GROUP_PHARMACY)}/settings`,
    ready: heading('Freigabe der Quartalsupdates'),
  },
  {
    name: 'admin-overview-packages',
    path: '/admin?view=overview',
    ready: async (page) => {
      await page.getByRole('table', { name: 'Offene Updates' }).waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.getByRole('row').filter({ hasText: 'Erst-/Neuberechnung' }).first().waitFor();
    },
  },
  {
    name: 'support',
    path: startOf(AT_PHARMACY),
    ready: async (page) => {
      await text(/Willkommen/)(page);
      await button(page, 'Support').click();
      await dialog(page);
    },
  },
];

test('states of a pharmacy', ({ visitAs }) => walk(visitAs, 'inhaber', PHARMACY_STATES));
test('states that staff see', ({ visitAs }) => walk(visitAs, 'vertrieb', STAFF_STATES));
