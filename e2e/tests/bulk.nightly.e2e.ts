import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { checkSizes } from '../src/check-screen.ts';
import { button, closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_157);
const OPEN = 'Preise nach einer Regel setzen';
let mdp: Seeded;
before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 60 });
});
after(() => closePackage(mdp.id));

describe('a rule for many prices (rules 3.16 and 3.17)', () => {
  test('is looked at, applied, taken back, and stored as drafts', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await button(page, OPEN).click();
    const dialog = page.getByRole('dialog', { name: OPEN });
    await dialog.getByLabel('plus Prozent').fill('3');
    await dialog.getByText(',95', { exact: true }).click();
    await dialog.getByLabel('Nicht über AVP').check();
    await dialog.getByText(/^\d+ Preise ändern sich$/).waitFor();
    await checkSizes(page, 'bulk');
    await dialog.getByRole('button', { name: / Preise eintragen$/ }).click();
    await page.getByText(/ Preise wurden nach der Regel eingetragen\./).waitFor();
    await button(page, 'Rückgängig').click();
    await page.getByText(/^[\d.]+ bearbeitet/).waitFor({ state: 'detached' });

    await button(page, OPEN).click();
    await dialog.getByLabel('plus Betrag').fill('0,10');
    await dialog.getByRole('button', { name: / Preise eintragen$/ }).click();
    await button(page, 'Daten zwischenspeichern').click();
    await button(page, 'OK').or(button(page, 'Schließen')).first().click();
    const { rows } = await portal().database.query<{ odd: number; drafts: number }>(
      `SELECT count(edited_price)::int AS drafts, count(*) FILTER (WHERE edited_price <> true_price + 0.10)::int AS odd
         FROM price_update_item WHERE update_id = $1`,
      [mdp.id],
    );
    assert.equal(rows[0]?.odd, 0);
    assert.ok((rows[0]?.drafts ?? 0) > 20);
  });
});
