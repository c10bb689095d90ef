import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Download, Page } from '@playwright/test';
import { checkSizesByNight } from '../src/check-screen.ts';
import { startOf } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const PHARMACY = demoPharmacyRef(100_156);
const START = startOf(PHARMACY);

async function download(page: Page, name: string | RegExp): Promise<string[]> {
  const press = page.getByRole('button', { name }).click();
  const [file] = (await Promise.all([page.waitForEvent('download'), press])) as [Download, void];
  assert.match(file.suggestedFilename(), new RegExp(`^Preisliste_${PHARMACY.apoId}_.*\\.csv$`));
  return (await readFile(await file.path(), 'utf8')).split('\r\n').slice(1, -1);
}

/** Two articles of the list whose price is calculated. */
async function twoArticles(): Promise<[string, string]> {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item WHERE apo_id = $1 AND product_group = 'HILFSMITTEL' AND price_type = 0
        AND calculated_price BETWEEN 5 AND 100 ORDER BY pzn LIMIT 2`,
    [PHARMACY.apoId],
  );
  return rows.map(({ pzn }) => pzn) as [string, string];
}

async function edit(page: Page, pzn: string, how: (row: Page) => Promise<void>): Promise<void> {
  await page.goto(new URL(`${START}/pricelist/HILFSMITTEL`, page.url()).href);
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
  await how(page);
  await page.getByRole('button', { name: /Daten prüfen/ }).click();
  await page.getByRole('button', { name: 'Daten speichern' }).click();
  await page.getByText('Preise gespeichert').waitFor();
}

test('a file is confirmed as loaded; the start page then says what the till lacks, gives the changes in one click, and a file again', async ({
  visitAs,
  expectErrors,
}) => {
  expectErrors(/409/); // the count that differs
  const [dear, excluded] = await twoArticles();
  const { page } = await visitAs('vertrieb', START);
  await page.getByRole('button', { name: 'Preisdatei für die Kasse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preisdatei für die Kasse' });
  for (const group of ['OTC', 'Freiwahl']) await dialog.getByRole('checkbox', { name: group }).uncheck();
  assert.equal(await dialog.getByRole('radio', { name: 'Alles' }).count(), 0);
  // before the first file: how withdrawn articles are written (rule 9.44)
  await dialog.getByRole('radio', { name: /^Zeile mit Kennzeichen/ }).check();
  await checkSizesByNight(page, 'till-withdrawn');
  await dialog.getByRole('radio', { name: /^Zeile ohne Preis \d{8};$/ }).check();
  const whole = await download(page, 'Preisdatei herunterladen');
  assert.ok(whole.length > 100);
  await dialog
    .getByRole('radio', { name: /^Zeile/ })
    .first()
    .waitFor({ state: 'detached' });
  const count = dialog.getByLabel('Wie viele Artikel hat Ihre Kasse geladen?');
  await dialog.getByRole('button', { name: /^Als geladen bestätigen/ }).click();
  await count.fill('1');
  await count.press('Enter');
  await dialog.getByText(/^Kasse: 1 Artikel, Datei: /).waitFor();
  await checkSizesByNight(page, 'till-report');
  await dialog.getByRole('button', { name: /^Als geladen bestätigen/ }).click();
  await count.fill(String(whole.length));
  await dialog.getByRole('button', { name: 'Bestätigen', exact: true }).click();
  await dialog.getByText(/^In der Kasse seit .* \(.+\) · Kasse meldet [\d.]+ Artikel/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Die Kasse hat alle freigegebenen Preise').waitFor();

  await edit(page, dear, async () => {
    const input = page.getByLabel(`Neuer Preis für PZN ${dear}`);
    await input.fill('123,45');
    await input.press('Tab');
  });
  await edit(page, excluded, () => page.getByLabel('Ausschluss für 1 angezeigten Artikel').check());
  await page.goto(new URL(START, page.url()).href);
  await page.getByText('Der Kasse fehlen noch 2 neue Preise (Hilfsmittel 2)').waitFor();
  // the list and the card of an article say so, too (rules 22.1 and 22.3)
  await page.goto(new URL(`${START}/pricelist/HILFSMITTEL?filter=tillWaits`, page.url()).href);
  await page.getByText('2 / ').waitFor();
  await page.getByRole('row').filter({ hasText: dear }).getByRole('gridcell').first().click();
  await page.keyboard.press('Alt+Enter');
  const way = page.getByRole('region', { name: 'Weg des Preises' });
  await way.getByRole('listitem').filter({ hasText: 'In der Kasse' }).getByText('noch nicht').waitFor();
  await way
    .getByRole('listitem')
    .filter({ hasText: 'Freigegeben' })
    .getByText(/ durch .+ \(.+\)$/)
    .waitFor();
  await checkSizesByNight(page, 'price-way');
  await page.goto(new URL(START, page.url()).href);
  const changes = await download(page, 'Änderungen herunterladen');
  assert.deepEqual(changes.toSorted(), [`${dear};123,45`, `${excluded};`].toSorted());
  await dialog
    .getByRole('button', { name: /^Als geladen bestätigen/ })
    .first()
    .waitFor();
  await checkSizesByNight(page, 'till-files');
  await dialog
    .getByRole('button', { name: /^Als geladen bestätigen/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Meine Kasse nennt keine Zahl' }).click();
  await dialog.getByText(/^0 Artikel, zuletzt geladen am/).waitFor();

  // the first file was loaded partly: it comes again as it was, whatever prices are by now
  const again = dialog
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /noch einmal herunterladen$/ });
  const [file] = await Promise.all([page.waitForEvent('download'), again.click()]);
  assert.deepEqual((await readFile(await file.path(), 'utf8')).split('\r\n').slice(1, -1), whole);
});
