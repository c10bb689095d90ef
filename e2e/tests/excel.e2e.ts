import assert from 'node:assert/strict';
import type { Download, Page } from '@playwright/test';
import { openTable } from '@portal/api/files/open-table.ts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { IS_NIGHTLY } from '../src/nightly.ts';
import { test } from '../src/runner.ts';

const HOME = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}`;

/** Presses something and reads the file that the browser saves, CSV or workbook, as an upload reads it. */
async function table(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; header: string[]; rows: string[][] }> {
  const [file] = (await Promise.all([page.waitForEvent('download'), press()])) as [Download, void];
  const { header, batches, close } = await openTable(await file.path());
  const rows: string[][] = [];
  for await (const batch of batches) rows.push(...batch.map(({ cells }) => [...cells]));
  await close();
  return { name: file.suggestedFilename(), header: [...header], rows };
}
/** A file of the menu. */
const choose = (page: Page, name: string) => async () => {
  await page.getByRole('button', { name: 'Exportieren' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
/** '4,90' of a CSV is the number 4,9 in a workbook; PZNs are the same texts in both. */
const values = ([pzn = '', ...cells]: string[]) => [
  pzn,
  ...cells.map((cell) => (/^-?\d+(,\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell)),
];

/** By night one of 20,000 rows. */
const GROUP = IS_NIGHTLY ? 'OTC' : 'HILFSMITTEL';

test('a price list leaves as Excel as it leaves as CSV, and the page stays usable (rule 10.13)', async ({
  visitAs,
}) => {
  const { page } = await visitAs('inhaber', `${HOME}/pricelist/${GROUP}`);
  await page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
  const csv = await table(page, choose(page, 'CSV'));
  const excel = await table(page, choose(page, 'Als Excel (.xlsx)'));
  assert.equal(excel.name, csv.name.replace(/csv$/, 'xlsx'));
  assert.deepEqual(excel.header, csv.header);
  assert.ok(csv.rows.length > 2_500);
  assert.deepEqual(excel.rows.map(values), csv.rows.map(values));
  assert.ok(excel.rows.some(([pzn]) => pzn?.startsWith('0')));
});

test('a package that is open leaves as Excel in the columns of its kind', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', HOME);
  await page
    .getByRole('link', { name: /Monatsupdate OTC/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Preise freigeben' }).waitFor();
  const { name, header, rows } = await table(page, choose(page, 'Als Excel (.xlsx)'));
  assert.match(name, /^MDP_OTC_\d+_.*Apotheke_\d\d_\d\d_\d{4}\.xlsx$/);
  assert.deepEqual(header, [
    'PZN',
    'Produkt',
    'Inhalt',
    'Hersteller',
    'Marke',
    'Normgröße',
    'AVP alt',
    'AVP neu',
    'TruePrice alt',
    'TruePrice neu',
    'Preistyp',
  ]);
  assert.ok(rows.length > 1_000);
});
