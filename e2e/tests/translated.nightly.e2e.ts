import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { button, closePackage, find, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { translatePage } from '../src/translate-page.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_144);
let mdp: Seeded;
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 40 });
});
after(() => closePackage(mdp.id));

describe('a page that the browser translates (rule 2.33)', () => {
  test('goes on working while prices are typed, taken back and saved, and its figures are true', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await page.getByText('40 / 40 Artikel').waitFor();
    await translatePage(page);
    const price = (at: number) => page.getByLabel(/^Preiskorrektur für PZN/).nth(at);
    const work = page.getByRole('main');
    await price(0).fill('x');
    await work.getByText('1 Preis ist ungültig').waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await price(0).fill('7,77');
    await price(0).press('Tab');
    await work.getByText('1 bearbeitet').waitFor();
    await price(1).fill('8,88');
    await price(1).press('Tab');
    await work.getByText('2 bearbeitet').waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await work.getByText('1 bearbeitet').waitFor();
    await button(page, 'Daten zwischenspeichern').click();
    // Waits for the guard of the dialog, as a person does who reads it.
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.waitForURL((url) => !url.pathname.includes('/mdp/'));
  });

  test('filters, and comes back from the confirmation', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await page.getByText('40 / 40 Artikel').waitFor();
    await translatePage(page);
    await find(page, mdp.rows[0]?.pzn ?? '');
    await page.getByText('1 / 40').first().waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Preise freigeben' }).click();
    await page.getByRole('grid', { name: 'PRÜFUNG PREISÄNDERUNG' }).waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Preise freigeben' }).waitFor();
  });
});
