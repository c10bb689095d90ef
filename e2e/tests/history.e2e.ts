import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { startOf } from '../src/packages.ts';
import { test } from '../src/runner.ts';

const PATH = `${startOf(OWNER_PHARMACY)}/history`;

test('sales filters the history, downloads a log and opens an old approval list', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', PATH);
  await page.getByRole('heading', { name: 'TruePrice HISTORY' }).waitFor();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await rows.first().waitFor();
  await page.getByText('Freiwahl', { exact: true }).first().click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('tbody tr')].every((row) => row.textContent?.includes('Freiwahl')),
  );
  const row = rows.filter({ hasText: 'Monatsupdate freigegeben' }).filter({ hasText: 'Log' }).first();
  assert.match(
    (await row.getByRole('cell').first().textContent()) ?? '',
    /^\d\d\.(Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)\.\d{4} \d\d:\d\d$/,
  );

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^Log vom/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^Log_\d+\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  assert.equal(
    lines[0],
    '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;Grund;Geprüft von',
  );
  assert.match(lines[1] ?? '', /^\d{8};/);
  assert.equal(lines.at(-1), '');

  await row.getByRole('link', { name: 'Freiwahl MDP öffnen' }).click();
  await page
    .getByText(/MONATSUPDATE/)
    .first()
    .waitFor();
  assert.match(new URL(page.url()).pathname, /\/mdp\/\d+\/FREIWAHL$/);
  await page.goBack();
  await page.getByRole('heading', { name: 'TruePrice HISTORY' }).waitFor();
});
