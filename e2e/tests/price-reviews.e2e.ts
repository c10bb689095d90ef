import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight, checkSizesByNight } from '../src/check-screen.ts';
import { button, exclusionBox, gridRow, startOf } from '../src/packages.ts';
import { after, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_127);
const { apoId } = PHARMACY;

after(async () => {
  const { database } = portal();
  await database.query('UPDATE pharmacy SET review_months = NULL WHERE apo_id = $1', [apoId]);
  await database.query('UPDATE price_item SET review_due = NULL, review_since = NULL WHERE apo_id = $1', [apoId]);
});

type Fixed = { pzn: string; type: number; due: string };

/** Half a year passes for the first two permanent prices and an exclusion, whose AEP rose meanwhile. */
async function halfAYearLater(): Promise<[Fixed, Fixed, Fixed]> {
  const { rows } = await portal().database.query<Fixed>(
    `UPDATE price_item i SET review_due = current_date - 1, review_since = current_date - 183, review_aep = round(aep / 1.08, 2),
            review_umfeld = price_avg, review_avp = avp, changed_at = now() - interval '183 days'
       FROM (SELECT pzn, row_number() OVER (PARTITION BY price_type ORDER BY pzn) AS nr FROM price_item
              WHERE apo_id = $1 AND product_group = 'OTC' AND price_type IN (1, 3) AND aep > 1
                AND (price_type = 1 OR calculated_price <> manual_price)) f
      WHERE i.apo_id = $1 AND i.pzn = f.pzn AND f.nr <= CASE i.price_type WHEN 3 THEN 2 ELSE 1 END
      RETURNING i.pzn, i.price_type AS type, i.review_due::text AS due`,
    [apoId],
  );
  assert.deepEqual(rows.map(({ type }) => type).toSorted(), [1, 3, 3]);
  return rows.toSorted((a, b) => b.type - a.type) as [Fixed, Fixed, Fixed];
}

async function stored(pzn: string): Promise<string> {
  const { rows } = await portal().database.query<{ type: number; months: number | null }>(
    `SELECT price_type AS type, round((review_due - current_date) / 30.4)::int AS months FROM price_item
      WHERE apo_id = $1 AND pzn = $2`,
    [apoId, pzn],
  );
  return `${rows[0]?.type} due in ${rows[0]?.months} months`;
}

const openSettings = async (page: Page) => {
  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
  return page.getByRole('combobox', { name: 'Feste Preise wieder prüfen' });
};

// Chapter 19 of the rule book.
test('fixed prices are looked at again: chosen once, asked half a year later, answered in the list', async ({
  visitAs,
}) => {
  const { page } = await visitAs('vertrieb', startOf(PHARMACY));
  await page.getByText('Preislisten').waitFor();
  const choice = await openSettings(page);
  await choice.selectOption('Nach 6 Monaten');
  await page.getByText(/^Betrifft [\d.]+ Dauerpreise? und [\d.]+ Ausschl(uss|üsse), etwa \d+ pro Woche$/).waitFor();
  const [kept, lifted, excluded] = await halfAYearLater();

  await page.goto(new URL(startOf(PHARMACY), page.url()).href);
  await page
    .getByRole('listitem')
    .filter({ hasText: '3 Dauerpreise und Ausschlüsse in OTC zu prüfen' })
    .getByRole('link', { name: 'Prüfen' })
    .click();
  await gridRow(page, excluded.pzn).getByText('seit 6 Monaten Ausschluss').waitFor();
  await gridRow(page, kept.pzn).getByText('seit 6 Monaten fest').waitFor();
  await gridRow(page, kept.pzn).getByText('EK +8 %').waitFor();
  await checkSizesByNight(page, 'due-reviews');
  // The row says so before the server has answered.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/price/reviews/'),
  );
  await page.getByRole('checkbox', { name: `Preis bleibt, PZN ${kept.pzn}` }).check();
  await answered;
  await gridRow(page, kept.pzn).getByText('jetzt in Ordnung').waitFor();
  assert.equal(await stored(kept.pzn), '3 due in 6 months');

  // Without 'Bearbeiten' first.
  await gridRow(page, lifted.pzn)
    .getByRole('button', { name: /^Berechneter / })
    .click();
  await gridRow(page, excluded.pzn).getByRole('button', { name: 'Wieder aufnehmen' }).click();
  await page.getByLabel(`Neuer Preis für PZN ${excluded.pzn}`).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('12,95');
  await page.keyboard.press('Tab');
  await exclusionBox(page, excluded.pzn).uncheck();
  await checkScreenByNight(page, 'due-reviews-answered');
  await button(page, 'Daten prüfen (2)').click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  assert.equal(await stored(lifted.pzn), '0 due in null months');
  assert.equal(await stored(excluded.pzn), '2 due in null months');
});
