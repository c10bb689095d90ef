import assert from 'node:assert/strict';
import { BLOCKED_PHARMACY, MAIN_PHARMACY } from '@portal/dev/demo/constants.ts';
import { book, textRow } from '@portal/dev/workbooks/make-workbook.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight, checkSizesByNight } from '../src/check-screen.ts';
import { type VisitAs } from '../src/journey.ts';
import { button } from '../src/packages.ts';
import { before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** Both of one person; the list of the second one is locked for OTC only. */
const [HERE, THERE] = [MAIN_PHARMACY, BLOCKED_PHARMACY];
const listOf = ({ crmCompanyId, token }: typeof HERE) => `/p/${crmCompanyId}/${token}/pricelist/FREIWAHL`;

/** Articles that both lists have with calculated prices. */
let typed: string, imported: string, ruled: string;
before(async () => {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT a.pzn FROM price_item a JOIN price_item b USING (pzn, product_group)
      WHERE a.apo_id = $1 AND b.apo_id = $2 AND product_group = 'FREIWAHL' AND a.price_type = 0 AND b.price_type = 0
        AND a.calculated_price > 5 AND b.calculated_price > 5 AND a.calculated_price <> b.calculated_price
        AND NOT EXISTS (SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
                         WHERE u.pzn = a.pzn AND o.status = 0 AND o.apo_id IN ($1, $2))
      ORDER BY a.pzn LIMIT 3`,
    [HERE.apoId, THERE.apoId],
  );
  [typed, imported, ruled] = rows.map(({ pzn }) => pzn) as [string, string, string];
});

async function stored({ apoId }: typeof HERE) {
  const { rows } = await portal().database.query<{ pzn: string; own: string; more: string }>(
    `SELECT pzn, manual_price::text AS own, (manual_price - calculated_price)::text AS more
       FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)`,
    [apoId, [typed, imported, ruled]],
  );
  const at = (pzn: string) => rows.find((row) => row.pzn === pzn);
  return { typed: at(typed)?.own, imported: at(imported)?.own, ruled: at(ruled)?.more };
}

const search = (page: Page, text: string) =>
  page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(text);

async function enterPrice(page: Page, pzn: string, price: string) {
  await search(page, pzn);
  const input = page.getByLabel(`Neuer Preis für PZN ${pzn}`);
  await input.fill(price);
  await input.press('Tab');
}

async function importPrice(page: Page, pzn: string, price: string) {
  await button(page, 'Importieren').click();
  await page.getByRole('radio', { name: 'Preise importieren' }).check();
  const buffer = book(textRow(1, ['PZN', 'Neuer Preis']) + textRow(2, [pzn, price]));
  await page.getByLabel('CSV-Datei').setInputFiles({ name: 'preise.xlsx', mimeType: '', buffer });
  await page.getByText(/Zeilen? gelesen/).waitFor();
  await button(page, 'Import starten').click();
  await page.getByRole('dialog', { name: 'Ergebnis des Imports' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function applyRule(page: Page, pzn: string, amount: string) {
  await search(page, pzn);
  await button(page, 'Preise nach einer Regel setzen').click();
  await page.getByText('Für den einen gefilterten Artikel').waitFor();
  await page.getByLabel('plus Betrag').fill(amount);
  await page.getByRole('button', { name: 'Einen Preis eintragen' }).click();
}

/** Somebody else changes a price there in the meantime. */
async function saveMeanwhile(visitAs: VisitAs) {
  const { page } = await visitAs('vertrieb', listOf(THERE));
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  await enterPrice(page, typed, '5,55');
  await page.getByRole('button', { name: /^Daten prüfen/ }).click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
}

// Rule 2.26.
describe('several own pharmacies (rules 3.32 to 3.37)', () => {
  test('an edit, a rule and a file in two of them; where somebody saved meanwhile it is repeated after a look', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/409/); // the refusal that this journey provokes
    const { page } = await visitAs('filialleiter', listOf(HERE));
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await importPrice(page, imported, '7,77');
    await applyRule(page, ruled, '0,10');
    await enterPrice(page, typed, '9,99');
    await page.getByRole('button', { name: 'Daten prüfen (3)' }).click();
    await button(page, 'Auch in anderen Apotheken …').click();
    const dialog = page.getByRole('dialog', { name: 'Auch in anderen Apotheken speichern' });
    await dialog
      .getByText('eine Datei mit einem Artikel, eine Regel für einen Artikel, einen Preis', {
        exact: false,
      })
      .waitFor();
    await dialog.getByText(/^Spiegelapotheken stehen nicht zur Wahl/).waitFor();
    await dialog.getByRole('checkbox', { disabled: false }).first().check();
    await dialog
      .getByText(/^3 Artikel ändern sich/)
      .last()
      .waitFor();
    await dialog.getByText('Änderungen ansehen').click();
    await checkSizesByNight(page, 'several');

    await saveMeanwhile(visitAs);
    await button(page, 'In 2 Apotheken speichern').click();
    await dialog.getByText('Gespeichert in 1 von 2 Apotheken. Wo es nicht gelang, wurde nichts geändert.').waitFor();
    await checkScreenByNight(page, 'several-refused-1440');
    assert.deepEqual(await stored(HERE), { typed: '9.99', imported: '7.77', ruled: '0.10' });
    assert.deepEqual(await stored(THERE), { typed: '5.55', imported: null, ruled: null });

    await button(page, 'Fehlgeschlagene Apotheke neu prüfen').click();
    await dialog.getByText(/^Inzwischen hat jemand einen dieser Preise geändert: /).waitFor();
    await button(page, 'In einer Apotheke speichern').click();
    await dialog.getByText('Gespeichert in 2 von 2 Apotheken.').waitFor();
    // by the price there, which is another one than here
    assert.deepEqual(await stored(THERE), { typed: '9.99', imported: '7.77', ruled: '0.10' });
    const { rows } = await portal().database.query<{ event: string }>(
      'SELECT event FROM history_entry WHERE apo_id = $1 ORDER BY id DESC LIMIT 1',
      [THERE.apoId],
    );
    assert.deepEqual(rows, [{ event: 'Preisliste gespeichert, übernommen aus Linden-Apotheke, Berlin' }]);
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).waitFor();

    await search(page, '');
    await page.getByRole('link', { name: 'Apotheken vergleichen' }).click();
    const grid = page.getByRole('grid', { name: 'Artikel mit Preis, Absatz und Rohertrag je Apotheke' });
    await grid.waitFor();
    // only the rows in view are drawn
    assert.ok((await grid.getByRole('row').count()) < 80);
    await checkSizesByNight(page, 'compare');
    await search(page, typed);
    const prices = grid.getByLabel(new RegExp(`^Preis in .* für PZN ${typed}$`));
    const [here, there] = [prices.nth(0), prices.nth(1)];
    assert.deepEqual([await here.inputValue(), await there.inputValue()], ['9,99', '9,99']);

    await there.click();
    await page.keyboard.type('10,49');
    await page.keyboard.press('Enter');
    await checkScreenByNight(page, 'compare-entered-1440');
    await button(page, 'Daten prüfen (1)').click();
    const saving = page.getByRole('dialog', { name: 'Geänderte Preise speichern' });
    await saving.getByText('9,99').waitFor();
    await checkScreenByNight(page, 'compare-saving-1440');
    await button(page, 'In einer Apotheke speichern').click();
    await saving.getByText('Gespeichert in 1 von 1 Apotheken.').waitFor();
    await saving.getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByText('Ein Preis geändert, noch nicht gespeichert').waitFor({ state: 'detached' });
    assert.equal(await there.inputValue(), '10,49');
    assert.deepEqual([(await stored(HERE)).typed, (await stored(THERE)).typed], ['9.99', '10.49']);
  });
});
