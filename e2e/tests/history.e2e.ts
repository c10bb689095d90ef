import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { MIRROR_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { checkSizes } from '../src/check-screen.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const at = ({ crmCompanyId, token }: { crmCompanyId: number; token: string }) => `/p/${crmCompanyId}/${token}/history`;
const PATH = at(OWNER_PHARMACY);

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

test('older entries come when asked for', async ({ visitAs }) => {
  const { database } = portal();
  await database.query(
    `INSERT INTO history_entry (apo_id, created_at, event, user_name)
     SELECT $1, '2025-01-01'::timestamptz + n * interval '1 minute', 'Testereignis ' || n, 'Test' FROM generate_series(1, 230) n`,
    [MIRROR_PHARMACY.apoId],
  );
  const { page } = await visitAs('vertrieb', at(MIRROR_PHARMACY));
  await page.getByText('die neuesten 100 Einträge').waitFor();
  await page.getByRole('button', { name: 'Ältere Einträge laden' }).click();
  await page.getByText('die neuesten 200 Einträge').waitFor();
  await page.getByRole('button', { name: 'Ältere Einträge laden' }).click();
  await page.getByRole('button', { name: 'Ältere Einträge laden' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Testereignis 1', exact: true }).waitFor();
});

test('the history is for admin and sales only', async ({ visitAs }) => {
  const { page } = await visitAs('inhaber', PATH);
  await page.getByText('Keine Zugriffsrechte auf die Ressource').waitFor();
  assert.equal(await page.getByRole('link', { name: 'History' }).count(), 0);
});

test('the page at a desk and on a phone', async ({ visitAs }) => {
  const { page } = await visitAs('admin', PATH);
  await page.getByRole('cell').first().waitFor();
  await checkSizes(page, 'history');
});
