import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { addDays, formatDay, isoDay } from '@portal/rules';
import type { Page } from '@playwright/test';
import { checkScreenByNight } from '../src/check-screen.ts';
import { countActions } from '../src/count-actions.ts';
import { button, closePackage, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { typeIntoQuickJump } from '../src/type-into-quick-jump.ts';
import { runJobs } from '../src/test-clock.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_132);
const today = isoDay(new Date());
const lastDay = addDays(today, 13);
let pzns: string[] = [];
let update: Seeded | undefined;

before(async () => {
  await portal().database.query('UPDATE price_update SET status = -1 WHERE apo_id = $1 AND status = 0', [
    PHARMACY.apoId,
  ]);
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'OTC' AND price_type = 0 AND calculated_price BETWEEN 3 AND 90
        AND NOT EXISTS (SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
                         WHERE u.pzn = i.pzn AND o.status = 0 AND o.apo_id = $1)
      ORDER BY pzn LIMIT 2`,
    [PHARMACY.apoId],
  );
  pzns = rows.map(({ pzn }) => pzn);
});
after(async () => {
  if (update) await closePackage(update.id);
});

const priceOf = (page: Page, pzn: string) => page.getByRole('textbox', { name: `Neuer Preis für PZN ${pzn}` });
const focused = (page: Page, pzn: string) => priceOf(page, pzn).and(page.locator(':focus')).waitFor();
/** 'bis 14.12.' */
const until = `bis ${formatDay(lastDay, today)}`;
const typedDay = () => lastDay.split('-').toReversed().join('.');

async function shown(pzn: string) {
  const { rows } = await portal().database.query<{ row: string }>(
    `SELECT concat_ws(' ', price_type, manual_price, period_end, 'above', base_type, base_price) AS row FROM price_item
      WHERE apo_id = $1 AND pzn = $2`,
    [PHARMACY.apoId, pzn],
  );
  return rows[0]?.row;
}

// Chapter 17 of the rule book.
test('(11) a promotion for two weeks, over a monthly update: by keyboard', async ({ visitAs }) => {
  const [pzn = ''] = pzns;
  const visiting = await visitAs('vertrieb', startOf(PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await page
    .getByRole('button', { name: /^Artikel in allen Listen suchen/ })
    .and(page.locator(':focus'))
    .waitFor();
  await typeIntoQuickJump(page, pzn);
  await page.getByRole('option', { name: new RegExp(pzn) }).waitFor();
  await page.keyboard.press('Enter');
  await focused(page, pzn);
  await page.keyboard.type('2,49');
  await page.keyboard.press('F4');
  const days = page.getByRole('dialog', { name: 'Zeitraum' });
  await days.getByLabel('gültig bis').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typedDay());
  await checkScreenByNight(page, 'period-dialog');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await page.keyboard.press('Enter');
  await days.waitFor({ state: 'detached' });
  await page.getByText(until).first().waitFor();
  await button(page, 'Daten prüfen (1)').click();
  await button(page, 'Daten speichern').click();
  await page.getByText('Preise gespeichert').waitFor();
  assert.equal(await shown(pzn), `3 2.49 ${lastDay} above 0`);

  // The monthly update is approved beneath it.
  update = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 60, wholeList: true });
  assert.ok(update.rows.some((row) => row.pzn === pzn));
  await page.goto(`${visiting.url}${update.path}`);
  await button(page, 'Preise freigeben').click();
  await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  assert.equal(await shown(pzn), `3 2.49 ${lastDay} above 0`);

  // Two weeks go by.
  const { apoId } = PHARMACY;
  const { database } = portal();
  await database.query('UPDATE price_item SET period_end = $3 WHERE apo_id = $1 AND pzn = $2', [
    apoId,
    pzn,
    addDays(today, -1),
  ]);
  await database.query(
    `UPDATE price_period SET begins_on = $3::date - 13, ends_on = $3 WHERE apo_id = $1 AND pzn = $2 AND state = 'running'`,
    [apoId, pzn, addDays(today, -1)],
  );
  await runJobs(visiting);
  assert.equal(await shown(pzn), '0 above');
  const { rows } = await database.query<{ price: string }>(
    'SELECT calculated_price::text AS price FROM price_item WHERE apo_id = $1 AND pzn = $2',
    [apoId, pzn],
  );
  assert.equal(rows[0]?.price, update.rows.find((row) => row.pzn === pzn)?.truePrice);
  // article, days and their dialog by the keyboard; check, save, approve, confirm
  await done('(11) Eine Aktion für zwei Wochen', { keys: 3, clicks: 4 });
});

test('(11) a promotion for two weeks: on the phone, and ended there', async ({ visitAs }) => {
  const pzn = pzns[1] ?? '';
  const visiting = await visitAs('vertrieb', startOf(PHARMACY), { width: 390, height: 844, hasTouch: true });
  const { page } = visiting;
  const done = await countActions(visiting);
  await page.getByRole('button', { name: /^Artikel in allen Listen suchen/ }).tap();
  await typeIntoQuickJump(page, pzn);
  await page.getByRole('option', { name: new RegExp(pzn) }).tap();
  await focused(page, pzn);
  await page.keyboard.type('2,29');
  await page.getByRole('button', { name: `Zeitraum für PZN ${pzn}` }).tap();
  const days = page.getByRole('dialog', { name: 'Zeitraum' });
  await days.getByLabel('gültig bis').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typedDay());
  await checkScreenByNight(page, 'period-dialog-phone');
  await page.waitForFunction(() => !document.querySelector('[data-guarded]'));
  await page.keyboard.press('Enter');
  await days.waitFor({ state: 'detached' });
  await button(page, 'Daten prüfen (1)').tap();
  await button(page, 'Daten speichern').tap();
  await page.getByText('Preise gespeichert').waitFor();
  assert.equal(await shown(pzn), `3 2.29 ${lastDay} above 0`);

  await page.goto(`${visiting.url}${startOf(PHARMACY)}`);
  await page.getByRole('link', { name: 'Zeiträume öffnen' }).tap();
  await page.getByRole('heading', { name: 'Zeiträume' }).waitFor();
  await checkScreenByNight(page, 'periods-phone');
  await button(page, 'Beenden').tap();
  await page.getByRole('dialog', { name: 'Zeitraum beenden' }).getByRole('button', { name: 'Beenden' }).tap();
  await page.getByText('Der Zeitraum ist beendet.').waitFor();
  assert.equal(await shown(pzn), '0 above');
  // search, article, calendar, check, save; periods, end, confirm; 'Fertig' on the keyboard
  await done('(11) Eine Aktion auf dem Handy', { keys: 1, taps: 8 });
});
