import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { countActions } from '../src/count-actions.ts';
import { checkScreenByNight } from '../src/check-screen.ts';
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

test('(8) three percent more for the best sellers, ending in ,95', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await openList(page);
  await filterBy(page, 'Tops');
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
  // list, filter, rule, ending, set, check, save; Tab
  await done('(8) Drei Prozent mehr, Endung ,95', { keys: 1, clicks: 7 });
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
  await button(page, 'Filter hinzufügen').click();
  await page.getByLabel('Als Text').and(page.locator(':focus')).waitFor();
  // a keyboard has no 'Ø'
  await page.keyboard.type('diff o > 10 und abs >= 5');
  await page.keyboard.press('Enter');
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
  await page.getByLabel('Diese Ansicht speichern als').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Markt');
  await page.keyboard.press('Enter');
  await button(page, 'Ansicht Markt löschen').waitFor();
  // list, filter, two headings twice, views; Enter behind the conditions, Shift, Enter behind the name
  await done('(9) Marktabstand × Absatz', { keys: 3, clicks: 7 });
  const { rows } = await portal().database.query<{ address: string }>(
    `DELETE FROM saved_view WHERE name = 'Markt' RETURNING address`,
  );
  const { where, sort } = Object.fromEntries(new URLSearchParams(rows[0]?.address));
  assert.deepEqual({ where, sort }, { where: 'diffRpAvg>10;units>=5', sort: 'diffRpAvg:desc,units:desc' });
});

/** A first print; since then so many prices have changed. */
async function printedBefore({ apoId }: typeof PHARMACY, changed: number): Promise<void> {
  const { database } = portal();
  await database.query('DELETE FROM shelf_label WHERE apo_id = $1', [apoId]);
  await database.query(
    `INSERT INTO shelf_label (apo_id, pzn, product_group, price)
     SELECT apo_id, pzn, product_group, price + CASE WHEN row_number() OVER (ORDER BY pzn) <= $2 THEN 1 ELSE 0 END
       FROM (SELECT *, coalesce(manual_price, calculated_price) AS price FROM price_item WHERE apo_id = $1 AND price_type <> 1) i`,
    [apoId, changed],
  );
  await database.query(
    `INSERT INTO label_print (apo_id, actor, user_name, printed_at, labels, removed)
     VALUES ($1, 'somebody', 'Jonas Klein', now() - interval '30 days', 12, 0)`,
    [apoId],
  );
}

test('(10) labels of what has changed since the last print, kept as printed', async ({ visitAs }) => {
  await printedBefore(PHARMACY, 30);
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await button(page, 'Etiketten …').click();
  const dialog = page.getByRole('dialog', { name: 'Etiketten drucken' });
  await dialog.getByText(/^30 Etiketten/).waitFor();
  await checkScreenByNight(page, 'labels');
  const made = page.waitForResponse((response) => response.url().endsWith('/pdf'));
  await dialog.getByRole('button', { name: 'PDF öffnen' }).click();
  assert.equal((await made).status(), 201);
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await dialog.getByRole('button', { name: 'Als gedruckt vermerken' }).click();
  await dialog.getByText(/ vermerkt\.$/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreenByNight(page, 'labels-phone');
  // labels, PDF, kept
  await done('(10) Etiketten drucken', { clicks: 3 });
  const { rows } = await portal().database.query<{ labels: number }>(
    'SELECT labels FROM label_print WHERE apo_id = $1 AND undone_at IS NULL ORDER BY id DESC LIMIT 1',
    [PHARMACY.apoId],
  );
  assert.deepEqual(rows, [{ labels: 30 }]);
});
