import assert from 'node:assert/strict';
import { demoPharmacyRef, LOCKED_LZD_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizes } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import {
  button,
  closePackage,
  exclusionBox,
  priceInput,
  type Seeded,
  type SeededRow,
  seedPackage,
} from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const OTHER = demoPharmacyRef(100_126);
const group = 'HILFSMITTEL';

let mdp: Seeded;
let lzd: Seeded;
/** Demo packages that are only looked at. */
const demo = { qdp: 0, deleted: 0, locked: 0, approved: 0 };
const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}`;
const shown = (page: Page) => page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
/** Dialogs fade in, and half-faded text has too little contrast. */
const settled = (page: Page) => page.waitForTimeout(400);

type Screen = { name: string; user: string; path: () => string; ready?: (page: Page) => Promise<unknown> };
const SCREENS: Screen[] = [
  {
    name: 'mdp-corrected',
    user: 'inhaber',
    path: () => mdp.path,
    ready: async (page) => {
      const inputs = page.getByLabel(/^Preiskorrektur für PZN/);
      await inputs.nth(2).waitFor(); // they come after their headings
      const inView = await inputs.evaluateAll((all) =>
        all.slice(0, 3).map((input) => input.getAttribute('aria-label')?.slice(-8) ?? ''),
      );
      const [a, b, c] = inView as [string, string, string];
      await priceInput(page, a).fill('12,34');
      await priceInput(page, b).fill('kein Preis');
      await exclusionBox(page, c).check();
    },
  },
  {
    name: 'mdp-check',
    user: 'inhaber',
    path: () => mdp.path,
    ready: async (page) => {
      await page
        .getByLabel(/^Preiskorrektur für PZN/)
        .first()
        .fill('999');
      await button(page, 'Preise freigeben').click();
      await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    },
  },
  { name: 'mdp-approved', user: 'vertrieb', path: () => `${at(OWNER_PHARMACY)}/mdp/${demo.approved}/OTC` },
  { name: 'mdp-deleted', user: 'vertrieb', path: () => `${at(OWNER_PHARMACY)}/mdp/${demo.deleted}/FREIWAHL` },
  { name: 'qdp', user: 'inhaber', path: () => `${at(OWNER_PHARMACY)}/qdp/${demo.qdp}/FREIWAHL` },
  {
    name: 'qdp-expert',
    user: 'vertrieb',
    path: () => `${at(OWNER_PHARMACY)}/qdp/${demo.qdp}/FREIWAHL`,
    ready: async (page) => {
      await page.getByText('Experte').click();
      await button(page, 'Spalten').click();
      await page.getByRole('switch', { name: 'Nationaler Durchschnittspreis' }).waitFor();
      await settled(page);
    },
  },
  { name: 'lzd-locked', user: 'vertrieb', path: () => `${at(LOCKED_LZD_PHARMACY)}/lzd/${demo.locked}/OTC` },
  {
    name: 'lzd-check',
    user: 'vertrieb',
    path: () => lzd.path,
    ready: async (page) => {
      await button(page, 'Preise freigeben').click();
      await page.getByRole('heading', { name: 'PRÜFUNG PREISE', exact: true }).waitFor();
    },
  },
  {
    name: 'lzd-contract',
    user: 'vertrieb',
    path: () => lzd.path,
    ready: async (page) => {
      await button(page, 'Preise freigeben').click();
      await button(page, 'Preise freigeben').click();
      await page
        .getByRole('dialog')
        .getByText(/^Freigabe der Erstberechnung/)
        .waitFor();
      await settled(page);
    },
  },
];

// Rule 6.10.
describe('approval screens', () => {
  before(async () => {
    mdp = await seedPackage({ kind: 'MDP', pharmacy: OWNER_PHARMACY, group, rows: 40 });
    lzd = await seedPackage({ kind: 'LZD', pharmacy: OTHER, group, rows: 40, resetChoice: 0 });
    const { database } = portal();
    const idOf = async (pharmacy: { apoId: number }, where: string) => {
      const { rows } = await database.query(
        `SELECT id FROM price_update WHERE apo_id = $1 AND ${where} ORDER BY id LIMIT 1`,
        [pharmacy.apoId],
      );
      return (rows[0] as { id: number }).id;
    };
    demo.qdp = await idOf(OWNER_PHARMACY, `kind = 'QDP' AND status = 0 AND product_group = 'FREIWAHL'`);
    demo.deleted = await idOf(OWNER_PHARMACY, `kind = 'MDP' AND status = -1 AND product_group = 'FREIWAHL'`);
    demo.approved = await idOf(OWNER_PHARMACY, `kind = 'MDP' AND status = 1 AND product_group = 'OTC'`);
    demo.locked = await idOf(LOCKED_LZD_PHARMACY, `kind = 'LZD' AND status = 0`);
  });
  after(async () => {
    await closePackage(mdp.id);
    await closePackage(lzd.id);
  });

  describe('at a desk and on a phone', () => {
    for (const screen of SCREENS) {
      test(screen.name, async ({ visitAs }) => {
        const { page } = await visitAs(screen.user, screen.path());
        await shown(page);
        await screen.ready?.(page);
        await checkSizes(page, screen.name);
      });
    }
  });

  test('the keyboard alone corrects a price, checks it and comes back', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', mdp.path);
    await shown(page);
    const first = await page
      .getByLabel(/^Preiskorrektur für PZN/)
      .first()
      .getAttribute('aria-label');
    await tabTo(page, /^Preiskorrektur für PZN/);
    await page.keyboard.type('77,77');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('66,6');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape'); // to the cell, which Tab leaves
    await tabTo(page, /^Preise freigeben$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await page.getByText('40 Preise werden freigegeben, davon 2 mit Ihrer Bearbeitung.').waitFor();
    await tabTo(page, /^Abbrechen$/);
    await page.keyboard.press('Enter');
    assert.equal(await page.getByLabel(first as string).inputValue(), '77,77');
  });

  test('leaving with something unsaved asks first', async ({ visitAs }) => {
    const [a] = mdp.rows as [SeededRow];
    const { page } = await visitAs('inhaber', at(OWNER_PHARMACY));
    await page.getByRole('link', { name: 'Monatsupdate Hilfsmittel öffnen' }).click();
    await shown(page);
    await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(a.pzn);
    await priceInput(page, a.pzn).fill('5,55');
    await button(page, 'Abbrechen').click();
    await button(page, 'Weiter bearbeiten').waitFor();
    await page.waitForTimeout(600); // the search is written into the address late, which must not take the question away
    await button(page, 'Weiter bearbeiten').click();
    assert.equal(await priceInput(page, a.pzn).inputValue(), '5,55');
    await page.waitForURL(/[?&]q=/);
    await button(page, 'Abbrechen').click();
    await button(page, 'Änderungen verwerfen').click();
    await page.getByRole('heading', { name: /Willkommen/ }).waitFor();
    await page.getByRole('link', { name: 'Monatsupdate Hilfsmittel öffnen' }).click();
    await page.getByText('Noch nichts korrigiert').waitFor();
  });
});

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      const element = focused?.role === 'gridcell' ? focused.querySelector('input') : focused;
      if (element?.matches(':disabled')) return '';
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (name.test(label)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard never reached ${name}`);
}
