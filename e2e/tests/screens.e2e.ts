import assert from 'node:assert/strict';
import {
  BLOCKED_PHARMACY,
  demoPharmacyRef,
  LOCKED_LZD_PHARMACY,
  MAIN_PHARMACY,
  MANY_MIRRORS_PHARMACY,
  MIRROR_PHARMACY,
  NO_PILOT_PHARMACY,
  OWNER_PHARMACY,
} from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizes } from '../src/check-screen.ts';
import { button, closePackage, exclusionBox, priceInput, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { dialog, heading, list, type State, text, walk } from '../src/screen-states.ts';

/**
 * Each screen and its weighty states at a desk and on a phone: no serious accessibility violation, nothing cut, and a picture to look
 * at. Other states are walked through by night (screen-states.nightly.e2e.ts), or looked at by the journeys that reach them.
 */
const START = startOf(OWNER_PHARMACY);
const LIST = `${START}/pricelist/HILFSMITTEL`;
const { crmCompanyId, token } = OWNER_PHARMACY;

let mdp: Seeded;
let lzd: Seeded;
const demo = { qdp: 0, locked: 0, approved: 0 };
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group: 'HILFSMITTEL', rows: 40 });
  lzd = await seedPackage({
    kind: 'LZD',
    pharmacy: demoPharmacyRef(100_126),
    group: 'HILFSMITTEL',
    rows: 40,
    resetChoice: 0,
  });
  const idOf = async ({ apoId }: { apoId: number }, where: string) => {
    const { rows } = await portal().database.query<{ id: number }>(
      `SELECT id FROM price_update WHERE apo_id = $1 AND ${where} ORDER BY id DESC LIMIT 1`,
      [apoId],
    );
    return rows[0]?.id ?? assert.fail(where);
  };
  demo.qdp = await idOf(OWNER_PHARMACY, `kind = 'QDP' AND product_group = 'FREIWAHL' AND status = 0`);
  demo.locked = await idOf(LOCKED_LZD_PHARMACY, `kind = 'LZD' AND status = 0`);
  demo.approved = await idOf(MAIN_PHARMACY, `kind = 'MDP' AND product_group = 'OTC' AND status = 1`);
});
after(async () => {
  await closePackage(mdp.id);
  await closePackage(lzd.id);
});

const press = (page: Page, name: string | RegExp) => button(page, name).click();
const prices = (page: Page) => page.getByLabel(/^(Neuer Preis|Preiskorrektur) für PZN/);
/** PZNs of the first rows that take a price. */
async function firstPzns(page: Page): Promise<[string, string, string]> {
  const open = prices(page).and(page.locator(':enabled'));
  await open.nth(2).waitFor(); // they come after their headings
  const labels = await open.evaluateAll((all) =>
    all.slice(0, 3).map((input) => input.getAttribute('aria-label')?.slice(-8) ?? ''),
  );
  return labels as [string, string, string];
}
/** Rule 2.15: the customer centre at the pharmacy, in the area of who asks. */
const leadsOut = async (page: Page, area: string) =>
  assert.equal(
    await page
      .getByRole('link', { name: /Kundencenter/ })
      .first()
      .getAttribute('href'),
    `${portal().stack.customerCentreUrl}/${area}/pharmacies/${crmCompanyId}/${token}`,
  );

const PHARMACY_STATES: State[] = [
  {
    name: 'dashboard',
    path: START,
    ready: async (page) => {
      await heading(/Willkommen/)(page);
      await page.getByRole('region', { name: 'Letzte Freigaben' }).waitFor();
      await leadsOut(page, 'pharmacy');
    },
  },
  {
    name: 'till-file',
    path: START,
    ready: async (page) => {
      await press(page, 'Preisdatei für die Kasse');
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'price-list',
    path: LIST,
    ready: async (page) => {
      await list(page);
      // Rule 2.21.
      await page.emulateMedia({ media: 'print' });
      await page.getByText(/^Der Browser druckt nur den sichtbaren Teil/).waitFor();
      assert.equal(await page.getByRole('grid').isVisible(), false);
      await page.emulateMedia({ media: 'screen' });
      await list(page);
    },
  },
  {
    name: 'price-list-expert-edit',
    path: `${LIST}?mode=expert`,
    ready: async (page) => {
      await list(page);
      await press(page, 'Bearbeiten');
      const [a, b] = await firstPzns(page);
      await page.getByLabel(`Neuer Preis für PZN ${a}`).fill('kein Preis');
      await page.getByLabel(`Neuer Preis für PZN ${b}`).fill('1.234');
    },
  },
  {
    name: 'price-history',
    path: LIST,
    ready: async (page) => {
      await list(page);
      await page
        .getByRole('button', { name: /^Preishistorie von PZN/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Was der Preis bringt' }).waitFor();
    },
  },
  {
    name: 'import',
    path: LIST,
    ready: async (page) => {
      await press(page, 'Bearbeiten');
      await press(page, 'Importieren');
      await page.getByRole('dialog', { name: 'Preise importieren' }).waitFor();
    },
  },
  {
    name: 'mdp-corrected',
    path: () => mdp.path,
    ready: async (page) => {
      const [a, b, c] = await firstPzns(page);
      await priceInput(page, a).fill('12,34');
      await priceInput(page, b).fill('kein Preis');
      await exclusionBox(page, c).check();
    },
  },
  {
    name: 'mdp-check',
    path: () => mdp.path,
    ready: async (page) => {
      await prices(page).first().fill('999');
      await press(page, 'Preise freigeben');
      await heading('PRÜFUNG PREISÄNDERUNG')(page);
    },
  },
  {
    name: 'qdp-expert',
    path: () => `${START}/qdp/${demo.qdp}/FREIWAHL`,
    ready: async (page) => {
      await list(page);
      await page.getByText('Experte').click();
      await press(page, 'Spalten');
      await page.getByRole('switch', { name: 'Nationaler Durchschnittspreis' }).waitFor();
    },
  },
  { name: 'settings', path: `${START}/settings`, ready: heading('Freigabe der Quartalsupdates') },
  { name: 'own-history', path: `${START}/verlauf`, ready: (page) => page.getByRole('table').waitFor() },
  { name: 'periods', path: `${START}/zeitraeume`, ready: heading('Zeiträume') },
  {
    name: 'till-check',
    path: `${START}/kassenabgleich`,
    ready: (page) => page.getByLabel('Artikelexport der Kasse').waitFor({ state: 'attached' }),
  },
  { name: 'shelf', path: `${START}/regal`, ready: (page) => page.getByLabel('Scannen oder PZN eintippen').waitFor() },
  { name: 'not-found', path: '/404', ready: text('Die angeforderte Seite existiert nicht') },
  { name: 'forbidden', path: '/403', ready: text('Keine Zugriffsrechte auf die Ressource') },
];

const STAFF_STATES: State[] = [
  { name: 'pharmacy-list', path: '/admin', ready: heading('TRUEPRICE KUNDEN') },
  {
    name: 'admin-overview',
    path: '/admin?view=overview',
    ready: (page) => page.getByRole('table', { name: 'Offene Updates' }).waitFor(),
  },
  {
    name: 'lzd-pipeline',
    path: '/admin/pipeline',
    ready: (page) => page.getByRole('table', { name: 'LZD mit ihren Schritten' }).waitFor(),
  },
  { name: 'batch-upload', path: '/admin/uploads', ready: text('Dateien auswählen') },
  { name: 'deliveries', path: '/admin/deliveries', ready: heading(/Lieferungen/) },
  {
    name: 'log-export',
    path: '/admin/export',
    ready: (page) => page.getByRole('textbox', { name: 'Export von Veränderungen ab' }).waitFor(),
  },
  {
    name: 'dashboard-staff',
    path: START,
    ready: async (page) => {
      await heading(/Willkommen/)(page);
      await leadsOut(page, 'admin');
    },
  },
  { name: 'history', path: `${START}/history`, ready: (page) => page.getByRole('cell').first().waitFor() },
  {
    name: 'labels',
    path: LIST,
    ready: async (page) => {
      await press(page, 'Etiketten …');
      await dialog(page);
    },
  },
  {
    name: 'mirror-add',
    path: startOf(MANY_MIRRORS_PHARMACY),
    ready: async (page) => {
      await press(page, 'Spiegelapotheke hinzufügen');
      await page.getByRole('dialog').getByRole('searchbox').fill('apo');
      await page.getByRole('list', { name: 'Gefundene Apotheken' }).waitFor();
    },
  },
  {
    name: 'no-pilot',
    path: startOf(NO_PILOT_PHARMACY),
    ready: text('Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.'),
  },
  {
    name: 'mdp-approved-mirror',
    path: () => `${startOf(MIRROR_PHARMACY)}/mdp/${demo.approved}/OTC`,
    ready: async (page) => {
      await list(page);
      await page.getByText('Das Update kann nur in der Hauptapotheke bearbeitet werden..').waitFor();
    },
  },
  { name: 'lzd-locked', path: () => `${startOf(LOCKED_LZD_PHARMACY)}/lzd/${demo.locked}/OTC`, ready: list },
  {
    name: 'lzd-contract',
    path: () => lzd.path,
    ready: async (page) => {
      await press(page, 'Preise freigeben');
      await heading('PRÜFUNG PREISE')(page);
      await press(page, 'Preise freigeben');
      await page
        .getByRole('dialog')
        .getByText(/^Freigabe der Erstberechnung/)
        .waitFor();
    },
  },
];

const MANAGER_STATES: State[] = [
  { name: 'pharmacies-own', path: '/admin', ready: heading('MEINE APOTHEKEN') },
  {
    name: 'compare',
    path: `${startOf(MAIN_PHARMACY)}/vergleich/OTC`,
    ready: (page) => page.getByRole('grid', { name: 'Artikel mit Preis, Absatz und Rohertrag je Apotheke' }).waitFor(),
  },
  { name: 'price-list-blocked', path: `${startOf(BLOCKED_PHARMACY)}/pricelist/OTC`, ready: list },
  {
    name: 'settings-mirror',
    path: `${startOf(MIRROR_PHARMACY)}/settings`,
    ready: heading('Freigabe der Quartalsupdates'),
  },
];

test('what nobody has to sign in for', async ({ visit }) => {
  const { page, url } = await visit('/');
  await page.getByLabel('Benutzername').waitFor();
  await checkSizes(page, 'sign-in');
  await page.goto(`${url}/mail/bestaetigen#${'a'.repeat(43)}`);
  await page.getByRole('heading').first().waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).waitFor();
  await checkSizes(page, 'mail-link');
});
test('the screens of a pharmacy', ({ visitAs }) => walk(visitAs, 'inhaber', PHARMACY_STATES));
test('the screens of staff', ({ visitAs }) => walk(visitAs, 'vertrieb', STAFF_STATES));
test('the screens of who has several pharmacies', ({ visitAs }) => walk(visitAs, 'filialleiter', MANAGER_STATES));
