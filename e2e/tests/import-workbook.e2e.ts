import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { book, bookParts, sheetXml, textRow, zip } from '@portal/dev/workbooks/make-workbook.ts';
import type { Page } from '@playwright/test';
import { checkSizesByNight } from '../src/check-screen.ts';
import { button } from '../src/packages.ts';
import { before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_149);
const LIST = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/OTC`;

let pzns: string[];
before(async () => {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'OTC' AND price_type = 0 AND calculated_price > 5
        AND NOT EXISTS (SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
                         WHERE u.pzn = i.pzn AND o.status = 0 AND o.apo_id = $1)
      ORDER BY pzn LIMIT 4`,
    [PHARMACY.apoId],
  );
  pzns = rows.map(({ pzn }) => pzn);
});

async function ownPrices(): Promise<Record<string, string | null>> {
  const { rows } = await portal().database.query<{ pzn: string; own: string | null }>(
    'SELECT pzn, manual_price::text AS own FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)',
    [PHARMACY.apoId, pzns],
  );
  return Object.fromEntries(rows.map(({ pzn, own }) => [pzn, own]));
}

async function openImport(page: Page) {
  await button(page, 'Importieren').click();
  await page.getByRole('radio', { name: 'Preise importieren' }).check();
}
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Excel- oder CSV-Datei').setInputFiles({ name, mimeType: '', buffer });

async function startAndSave(page: Page) {
  await button(page, 'Import starten').click();
  await page.getByRole('dialog', { name: 'Ergebnis des Imports' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('button', { name: /^Daten prüfen/ }).click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
}

describe('prices from Excel (rules 10.20 to 10.25)', () => {
  test('a sheet of a workbook, then a text file by tabs; macros and old files are refused', async ({
    visitAs,
    expectErrors,
  }) => {
    expectErrors(/422/);
    const [a, b, c, d] = pzns as [string, string, string, string];
    const { page } = await visitAs('vertrieb', LIST);
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await openImport(page);
    await choose(page, 'Preise.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    await page.getByText('Das ist keine Excel-Datei (.xlsx)').waitFor();

    const hints = sheetXml(textRow(1, ['Hinweise']) + textRow(2, ['Die Preise stehen auf dem zweiten Blatt.']));
    const prices = sheetXml(
      `${textRow(2, ['PZN', 'Artikel', 'Preis'])}<row r="3"><c r="A3"><v>${Number(a)}</v></c><c r="C3"><f>9*1.1</f><v>9.900000000000002</v></c></row><row r="4"><c r="A4"><v>${Number(b)}</v></c><c r="C4"><f>C3</f></c></row><row r="7"><c r="A7" t="str"><v>${c}</v></c><c r="C7" t="str"><v>12,34 €</v></c></row>`,
    );
    await choose(page, 'Preise Mai.xlsx', zip(bookParts({ Hinweise: hints, Preise: prices })));
    const sheet = page.getByRole('combobox', { name: 'Tabellenblatt' });
    assert.equal(await sheet.inputValue(), 'Hinweise');
    await sheet.selectOption('Preise');
    await page.getByText('2 Zeilen gelesen · 1 fehlerhafte Zeile wird nicht übernommen').waitFor();
    await page.getByText(/^Zeile 4 .*Preis \(C4\): Die Formel hat kein gespeichertes Ergebnis/).waitFor();
    await checkSizesByNight(page, 'import-workbook');
    await startAndSave(page);
    assert.deepEqual(await ownPrices(), { [a]: '9.90', [b]: null, [c]: '12.34', [d]: null });

    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await openImport(page);
    await choose(page, 'Preise.txt', Buffer.from(`PZN\tGröße\tPreis\r\n${d}\t20 g\t7,77\r\n`, 'latin1'));
    await page.getByText('1 Zeile gelesen').waitFor();
    await startAndSave(page);
    assert.deepEqual(await ownPrices(), { [a]: '9.90', [b]: null, [c]: '12.34', [d]: '7.77' });

    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await openImport(page);
    await choose(page, 'Preise.xlsx', book('', { parts: [{ name: 'xl/vbaProject.bin', content: '' }] }));
    await page.getByText('Die Arbeitsmappe enthält Makros. Bitte als .xlsx ohne Makros speichern.').waitFor();
  });
});
