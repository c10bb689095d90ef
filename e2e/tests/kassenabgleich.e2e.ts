import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { TILL_PROFILES } from '@portal/rules';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkSizesByNight, checkWidth } from '../src/check-screen.ts';
import { gridRow, startOf } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

const PHARMACY = demoPharmacyRef(100_129);
const START = startOf(PHARMACY);

type Listed = { pzn: string; price: string };

/** The priced articles of the list; the first three are calculated and not in an update. */
async function listed(): Promise<Listed[]> {
  const { rows } = await portal().database.query<Listed>(
    `SELECT pzn, replace((CASE price_type WHEN 0 THEN calculated_price ELSE manual_price END)::text, '.', ',') AS price
       FROM price_item i WHERE apo_id = $1 AND price_type <> 1
      ORDER BY product_group <> 'HILFSMITTEL' OR price_type <> 0 OR calculated_price NOT BETWEEN 5 AND 50
            OR EXISTS (SELECT FROM price_update_item u WHERE u.apo_id = $1 AND u.pzn = i.pzn), pzn`,
    [PHARMACY.apoId],
  );
  return rows;
}

async function exclude(page: Page, pzn: string): Promise<void> {
  await page.goto(new URL(`${START}/pricelist/HILFSMITTEL`, page.url()).href);
  await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
  await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(pzn);
  await page.getByLabel('Ausschluss für 1 angezeigten Artikel').check();
  await save(page);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Daten prüfen/ }).click();
  await page.getByRole('button', { name: 'Daten speichern' }).click();
  await page.getByText('Preise gespeichert').waitFor();
}

async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name }).focus();
  await page.keyboard.press('Enter');
}

test('the export of a till shows three planted differences with their reasons; one file corrects them, one price is taken over', async ({
  visitAs,
}) => {
  const articles = await listed();
  const [raised, dropped, excluded] = articles as [Listed, Listed, Listed];
  const { page } = await visitAs('vertrieb', START);
  await page.getByRole('button', { name: 'Preisdatei für die Kasse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preisdatei für die Kasse' });
  await dialog.getByRole('radio', { name: /^Zeile ohne Preis \d{8};$/ }).check();
  await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Preisdatei herunterladen' }).click(),
  ]);
  await dialog.getByRole('button', { name: /^Als geladen bestätigen/ }).click();
  await dialog.getByRole('button', { name: 'Meine Kasse nennt keine Zahl' }).click();
  await dialog.getByText(/^In der Kasse seit/).waitFor();
  await exclude(page, excluded.pzn);

  await page.goto(new URL(START, page.url()).href);
  await press(page, 'Kassenabgleich', 'link');
  const lines = articles.flatMap(({ pzn, price }) =>
    pzn === dropped.pzn ? [] : [`${pzn};1,00;${pzn === raised.pzn ? '77,77' : price}`],
  );
  const file = {
    name: 'Artikel.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`PZN;EK;VK\r\n${lines.join('\r\n')}\r\nx;1;1\r\n`),
  };
  await page.getByLabel('Artikelexport der Kasse').setInputFiles(file);
  await page.getByRole('combobox', { name: 'Preis' }).waitFor();
  assert.deepEqual(await page.getByRole('combobox', { name: 'Preis' }).locator('option').allTextContents(), [
    '– bitte wählen –',
    'PZN',
    'VK',
  ]);
  await checkSizesByNight(page, 'till-check-columns');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await press(page, 'Abgleichen');
  await page.getByText(`${(lines.length).toLocaleString('de-DE')} Zeilen verglichen, 1 Zeile nicht lesbar`).waitFor();

  const tabs = page.getByRole('radiogroup', { name: 'Welche Artikel' });
  await gridRow(page, raised.pzn).getByText('an der Kasse geändert').waitFor();
  await tabs.getByRole('radio', { name: 'Anderer Preis (1)' }).focus();
  await page.keyboard.press('ArrowRight');
  await gridRow(page, dropped.pzn).getByText('an der Kasse gelöscht').waitFor();
  await page.keyboard.press('ArrowRight');
  await gridRow(page, excluded.pzn).getByText('vor der Änderung gesendet').waitFor();
  await gridRow(page, excluded.pzn).getByText('Ausschluss', { exact: true }).waitFor();
  await checkSizesByNight(page, 'till-check');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkWidth(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const { database } = portal();
  const layout = (name: string | null, json: object | null) =>
    database.query(
      'UPDATE pharmacy SET till_profile = coalesce($2, till_profile), till_layout = $3 WHERE apo_id = $1',
      [PHARMACY.apoId, name, json],
    );
  const { rows: before } = await database.query<{ name: string; layout: object | null }>(
    'SELECT till_profile AS name, till_layout AS layout FROM pharmacy WHERE apo_id = $1',
    [PHARMACY.apoId],
  );
  await layout('own', { ...TILL_PROFILES.csv, withdrawn: 'omit' });
  await page.reload();
  await page.getByText('Die Korrekturdatei lässt 1 zurückgenommenen Artikel weg').waitFor();
  await page.getByText(`Bitte an der Kasse löschen: PZN ${excluded.pzn}`).waitFor();
  await checkSizesByNight(page, 'till-check-left-out');
  await layout(before[0]?.name ?? null, before[0]?.layout ?? null);
  await page.reload();
  await tabs.waitFor();

  const [corrections] = await Promise.all([page.waitForEvent('download'), press(page, 'Korrekturdatei')]);
  const corrected = (await readFile(await corrections.path(), 'utf8')).split('\r\n').slice(1, -1);
  const expected = [`${raised.pzn};${raised.price}`, `${dropped.pzn};${dropped.price}`, `${excluded.pzn};`];
  assert.deepEqual(corrected.toSorted(), expected.toSorted());

  await tabs.getByRole('radio', { name: 'Nur in der Kasse (1)' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await gridRow(page, raised.pzn).getByText('nach dem Abgleich gesendet').waitFor();
  await gridRow(page, raised.pzn).getByRole('gridcell').nth(1).focus();
  await page.keyboard.press('Space');
  await press(page, 'Kassenpreise übernehmen (1)', 'link');
  const outcome = page.getByRole('dialog', { name: 'Ergebnis des Imports' });
  await outcome.getByText(/^Kassenabgleich vom/).waitFor();
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await outcome.getByRole('button', { name: '1 Artikel prüfen' }).press('Enter');
  assert.equal(await page.getByLabel(`Neuer Preis für PZN ${raised.pzn}`).inputValue(), '77,77');
  await save(page);

  await page.goto(new URL(START, page.url()).href);
  await page.getByText(/^1 Preis in der Kasse ist anders, 1 fehlt \(Abgleich \d\d\.\d\d\.\)$/).waitFor();
  await checkSizesByNight(page, 'till-check-start');
});

test('an export without headings is read by what its columns hold, which can be changed (rule 9.37)', async ({
  visitAs,
}) => {
  const [first, second] = (await listed()) as [Listed, Listed];
  const { page } = await visitAs('vertrieb', `${START}/kassenabgleich`);
  const again = page.getByRole('button', { name: 'Neuer Abgleich' });
  await again.or(page.getByRole('button', { name: 'Abgleichen' })).waitFor();
  if (await again.isVisible()) await again.click();
  const rows = [`1;${first.pzn};Salbe;12;1,11`, `2;${second.pzn};Creme;3;${second.price}`];
  const buffer = Buffer.from(rows.map((row) => `${row}\r\n`).join(''));
  await page.getByLabel('Artikelexport der Kasse').setInputFiles({ name: 'Bestand.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Die Datei hat keine Überschriften.').waitFor();
  const price = page.getByRole('combobox', { name: 'Preis' });
  assert.equal(await price.inputValue(), 'E');
  assert.equal(await price.locator('option:checked').textContent(), 'E (z. B. 1,11)');
  assert.equal(await page.getByRole('combobox', { name: 'PZN' }).inputValue(), 'B');
  await checkSizesByNight(page, 'till-check-without-headings');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await press(page, 'Abgleichen');
  const doubts = page.getByRole('alert').filter({ hasText: 'Wirklich vergleichen?' });
  await doubts
    .getByText(/von [\d.]+ Artikeln fehlen|fehlt ganz/)
    .first()
    .waitFor();
  await checkSizesByNight(page, 'till-check-doubtful');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await press(page, 'Trotzdem vergleichen');
  await gridRow(page, first.pzn).getByText('1,11').waitFor();
  await page.getByText(/^Nicht verglichen: OTC \([\d.]+\)/).waitFor();
  await checkSizesByNight(page, 'till-check-not-compared');
});

test('an inventory that a till sends and that cannot be all of it waits until somebody confirms it (rule 9.45)', async ({
  visitAs,
}) => {
  const { database } = portal();
  const articles = await listed();
  const pzns = articles.map(({ pzn }) => Number(pzn)).toSorted((a, b) => a - b);
  const doubts = [{ check: 'missingGroup', productGroup: 'FREIWAHL', of: 231 }];
  await database.query(
    `INSERT INTO till (apo_id, account, name, seen_at) VALUES ($1, 'job:abend', 'abend', now()) ON CONFLICT DO NOTHING`,
    [PHARMACY.apoId],
  );
  await database.query(
    `INSERT INTO till_doubted (apo_id, account, taken_at, pzns, cents, position, load_no, doubts)
     VALUES ($1, 'job:abend', now(), $2::int[], array_fill(100, ARRAY[cardinality($2::int[])]), 'v2', 0, $3)`,
    [PHARMACY.apoId, pzns, JSON.stringify(doubts)],
  );
  const { page } = await visitAs('vertrieb', START);
  await page.getByText(/^Der Bestand der Kasse vom \d\d\.\d\d\. ist zweifelhaft und zählt noch nicht$/).waitFor();
  await checkSizesByNight(page, 'till-check-doubted-start');
  await press(page, /^Ansehen$/, 'link');
  const alert = page.getByRole('alert').filter({ hasText: 'Freiwahl fehlt ganz (231 Artikel).' });
  await alert.getByText(/zählt noch nicht$/).waitFor();
  await checkSizesByNight(page, 'till-check-doubted');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await press(page, 'Verwerfen');
  await alert.waitFor({ state: 'hidden' });
});
