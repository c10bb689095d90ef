import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { countActions } from '../src/count-actions.ts';
import { checkScreen } from '../src/check-screen.ts';
import { button, searchField, startOf } from '../src/packages.ts';
import { test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_148);

const openList = (page: Page) => page.getByRole('link', { name: 'Preisliste OTC öffnen' }).click();
/** Of several columns that sort, a heading says its place behind its name. */
const sortButton = (page: Page, heading: RegExp) =>
  page.getByRole('columnheader').getByRole('button', { name: heading });

/** Chooses a filter by the letters it begins with. */
async function filterBy(page: Page, letters: string): Promise<void> {
  await searchField(page).click();
  await page.keyboard.press('Tab');
  await page.keyboard.type(letters);
}

/** Says a condition by keys alone: the letters a column begins with, the way to the value, the value. */
async function addCondition(page: Page, column: string, way: readonly string[], value: string): Promise<void> {
  await button(page, 'Filter hinzufügen').click();
  await page.keyboard.type(column);
  for (const key of way) await page.keyboard.press(key);
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
}

test('(8) three percent more for the best sellers, ending in ,95', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await openList(page);
  await filterBy(page, 'Tops');
  await button(page, 'Bearbeiten').click();
  await button(page, 'Preise nach einer Regel setzen').click();
  const dialog = page.getByRole('dialog', { name: 'Preise nach einer Regel setzen' });
  await dialog.getByLabel('plus Prozent').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('3');
  await dialog.getByText(',95', { exact: true }).click();
  await dialog.getByRole('button', { name: / Preise eintragen$/ }).click();
  // how many there are is known once they are set
  const check = button(page, /^Daten prüfen \([1-9]\d*\)$/);
  const count = Number(/\d+/.exec((await check.textContent()) ?? '')?.[0]);
  await check.click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  // list, filter, edit, rule, ending, set, check, save; Tab, the filter's letters, a digit
  await done('(8) Drei Prozent mehr, Endung ,95', { keys: 6, clicks: 8 });
  const { rows } = await portal().database.query<{ changed: number; odd: number }>(
    `SELECT count(*)::int AS changed, count(*) FILTER (WHERE new_price % 1 <> 0.95 OR abs(new_price - old_price * 1.03) > 0.51)::int AS odd
       FROM price_change WHERE apo_id = $1 AND list_version = (SELECT max(list_version) FROM price_change WHERE apo_id = $1)`,
    [PHARMACY.apoId],
  );
  assert.ok(count > 5);
  assert.deepEqual(rows, [{ changed: count, odd: 0 }]);
});

test('(9) dearer than the market and often sold, kept as a view', async ({ visitAs }) => {
  const visiting = await visitAs('inhaber', startOf(OWNER_PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await openList(page);
  // 'Diff. Ø' has no letters of its own on a keyboard
  await addCondition(page, 'Diff. M', ['ArrowDown', 'ArrowDown', 'Tab', 'Tab'], '10');
  await addCondition(page, 'Abs', ['Tab', 'm', 'Tab'], '5');
  await button(page, 'Diff. Ø > 10,0 %').waitFor();
  await button(page, 'Absatz ≥ 5').waitFor();
  await page.getByText(/^[1-9][\d.]* \/ 20\.000 Artikel$/).waitFor();
  // the first click begins with the least
  await sortButton(page, /^Diff\. Ø/).click();
  await sortButton(page, /^Diff\. Ø/).click();
  await page.keyboard.down('Shift');
  await sortButton(page, /^Absatz/).click();
  await sortButton(page, /^Absatz/).click();
  await page.keyboard.up('Shift');
  await button(page, 'Gespeicherte Ansichten').click();
  await page.getByLabel('Diese Ansicht speichern als').click();
  await page.keyboard.type('Markt');
  await page.keyboard.press('Enter');
  await button(page, 'Ansicht Markt löschen').waitFor();
  // list, two conditions, two sort keys twice, views, name; the conditions 14 and 8 keys, Shift, the name and Enter
  await done('(9) Marktabstand × Absatz', { keys: 32, clicks: 12 });
  const { rows } = await portal().database.query<{ address: string }>(
    `DELETE FROM saved_view WHERE name = 'Markt' RETURNING address`,
  );
  const { where, sort } = Object.fromEntries(new URLSearchParams(rows[0]?.address));
  assert.deepEqual({ where, sort }, { where: 'diffRpAvg>10;units>=5', sort: 'diffRpAvg:desc,units:desc' });
});

test('(10) labels to print: of the articles changed on the latest day, kept as printed', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await openList(page);
  await filterBy(page, 'Datum');
  await page.getByPlaceholder('Datum wählen').click();
  await page.getByRole('option').last().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const counted = await page.getByText(/ \/ [\d.]+ Artikel$/).textContent();
  await button(page, 'Etiketten …').click();
  const dialog = page.getByRole('dialog', { name: 'Etiketten drucken' });
  await checkScreen(page, 'labels');
  const made = page.waitForResponse((response) => response.url().endsWith('/pdf'));
  await dialog.getByRole('button', { name: 'PDF öffnen' }).click();
  assert.equal((await made).status(), 201);
  await dialog.getByRole('button', { name: 'Als gedruckt vermerken' }).click();
  await dialog.getByText(/ vermerkt\.$/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, 'labels-phone');
  // list, filter, day, labels, PDF, kept; Tab, the filter's letters, the first day
  await done('(10) Etiketten drucken', { keys: 10, clicks: 8 });
  const { rows } = await portal().database.query<{ labels: number }>(
    'SELECT labels FROM label_print WHERE apo_id = $1 AND undone_at IS NULL',
    [PHARMACY.apoId],
  );
  assert.equal(String(rows[0]?.labels), counted?.split(' / ')[0]?.replace('.', ''));
});
