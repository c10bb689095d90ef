import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen, SIZES } from '../src/check-screen.ts';
import { button } from '../src/packages.ts';
import { after, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_154);
const ROOT = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}`;
after(async () => {
  const { database } = portal();
  const sql = `UPDATE pharmacy SET till_profile = 'csv', till_layout = NULL WHERE apo_id = $1`;
  await database.query(sql, [PHARMACY.apoId]);
});

const choose = (page: Page, label: string, text: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: text });

/** Opens the settings with the form of the profile. */
async function openForm(page: Page): Promise<void> {
  await button(page, 'Aufbau der Preisdatei').click();
  await page.getByRole('form', { name: 'Aufbau der Preisdatei' }).scrollIntoViewIfNeeded();
  await button(page, 'Für Ihre Kassenfirma').click();
}

/** Some demo names look like formulas, which a till takes as they are; some have a quotation in them. */
const quoted = (name: string) => (name.includes('"') ? `"${name.replaceAll('"', '""')}"` : name);

/** The file that the profile of the journey makes of the list, written by hand from the table itself. */
async function expectedBytes(): Promise<Buffer> {
  const { database } = portal();
  const { rows } = await database.query<{ pzn: string; name: string; price: string; avp: string | null }>(
    `SELECT i.pzn, p.name, (CASE price_type WHEN 0 THEN calculated_price ELSE manual_price END)::text AS price, avp::text
       FROM price_item i JOIN product p USING (pzn) WHERE apo_id = $1 AND price_type <> 1 AND i.product_group = 'OTC'
      ORDER BY i.pzn`,
    [PHARMACY.apoId],
  );
  const lines = rows.map(({ pzn, name, price, avp }) =>
    [quoted(name), pzn.replace(/^0+/, ''), price, avp ?? ''].join('|'),
  );
  const cents = rows.reduce((total, { price }) => total + Number(price.replace('.', '')), 0);
  const sum = (cents / 100).toFixed(2);
  const text = `${['Artikelname|PZN|VK|AVP', ...lines, `SUMME|${rows.length}|${sum}`].join('\n')}\n`;
  // no letter that Windows-1252 lacks: then its bytes are those of Latin-1
  assert.match(text, /^[\n -~\u00a0-\u00ff]+$/);
  return Buffer.from(text, 'latin1');
}

describe('the profile of the till, from the settings to the file (rule 9.12)', () => {
  for (const { name, ...viewport } of SIZES) {
    testByNight(`shows every change in the own articles, and what is wrong, at ${name} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', `${ROOT}/settings`, viewport);
      await openForm(page);
      await choose(page, 'Vorlage', 'Feste Breiten, Preis in Cent');
      await choose(page, 'Hinzufügen', 'Artikelname');
      await page.getByLabel('Breite von VK').fill('6');
      await page.getByText('Die Spalte ist zu schmal für ihre Werte.').waitFor();
      assert.equal(await button(page, 'Aufbau speichern').isEnabled(), false);
      await checkScreen(page, `till-profile-fault-${name}`);
      await page.getByLabel('Breite von VK').fill('7');
      const preview = page.getByRole('group', { name: 'Vorschau mit Ihren ersten Artikeln' });
      const lines = await preview.locator('code').allTextContents();
      assert.ok(lines.length > 1 && lines.every((line) => /^\d{8}(\d{7}| {7}).{30}$/.test(line)), lines.join('\n'));
      await preview.scrollIntoViewIfNeeded();
      await checkScreen(page, `till-profile-${name}`);
    });
  }

  test('is saved, stands in the history, and the downloaded file has it byte by byte', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', `${ROOT}/settings`);
    await openForm(page);
    await choose(page, 'Hinzufügen', 'Artikelname');
    await choose(page, 'Hinzufügen', 'AVP');
    await button(page, 'Artikelname nach vorn').click();
    await button(page, 'Artikelname nach vorn').click();
    await choose(page, 'Trennzeichen', 'Senkrechter Strich |');
    await choose(page, 'Preise', 'Euro mit Punkt (12.50)');
    await choose(page, 'PZN', 'ohne führende Nullen');
    await choose(page, 'Zeichenkodierung', 'Windows-1252 (ANSI)');
    await choose(page, 'Zeilenende', 'LF');
    await choose(page, 'Artikel ohne Preis', 'weglassen');
    await choose(page, 'Dateiendung', '.txt');
    await page.getByRole('combobox', { name: 'Anzahl und Summe' }).selectOption('sumLine');
    const preview = await page
      .getByRole('group', { name: /^Vorschau/ })
      .locator('code')
      .allTextContents();
    await button(page, 'Aufbau speichern').click();
    await page.getByText('Der Aufbau der Preisdatei wurde gespeichert.').waitFor();

    await page.goto(new URL(ROOT, page.url()).href);
    await button(page, 'Preisdatei für die Kasse').click();
    const dialog = page.getByRole('dialog', { name: 'Preisdatei für die Kasse' });
    for (const group of ['Freiwahl', 'Hilfsmittel']) await dialog.getByRole('checkbox', { name: group }).uncheck();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Preisdatei herunterladen' }).click(),
    ]);
    assert.match(file.suggestedFilename(), new RegExp(`^Preisliste_${PHARMACY.apoId}_.*\\.txt$`));
    const bytes = await readFile(await file.path());
    assert.deepEqual(bytes, await expectedBytes());
    // what the preview has shown is in it
    const whole = new Set(bytes.toString('latin1').split('\n'));
    assert.equal(preview[0], 'Artikelname|PZN|VK|AVP');
    assert.match(preview.at(-1) ?? '', /^SUMME\|\d+\|[\d.]+$/);
    assert.ok(preview.slice(1).some((line) => whole.has(line)));

    await page.goto(new URL(`${ROOT}/history`, page.url()).href);
    await page.getByText(/^Aufbau der Preisdatei geändert: Spalten Artikelname, PZN, Verkaufspreis, AVP/).waitFor();
  });
});
