import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { countActions } from '../src/count-actions.ts';
import { button, closePackage, type Seeded, seedPackage, startOf } from '../src/packages.ts';
import { after, before, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** Pharmacies that nothing else is done with. */
const RISKY = demoPharmacyRef(100_143);
const PHONE = demoPharmacyRef(100_147);
const DULL = demoPharmacyRef(100_124);
let [risky, phone, dull] = [] as unknown as [Seeded, Seeded, Seeded];
/** Twenty rows that rise; sixty others fall by a hundredth, the rest stays: more would be doubted (rule 20.2). */
const doubtful = () => dull.rows.slice(100, 120).map(({ pzn }) => pzn);
/** Of the rows of a package the three whose prices have slipped to 899,00. */
const slipped = ({ rows }: Seeded) => [10, 20, 30].map((at) => rows[at]?.pzn ?? '');

/** How many prices of a task are to be reviewed, which leads to them. */
const toReview = (page: Page, task: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: task })
    .getByRole('link', { name: /^Prüfen / });

before(async () => {
  risky = await seedPackage({ kind: 'MDP', pharmacy: RISKY, group: 'OTC', rows: 300 });
  phone = await seedPackage({ kind: 'MDP', pharmacy: PHONE, group: 'FREIWAHL', rows: 60 });
  const slip = 'UPDATE price_update_item SET true_price = 899 WHERE update_id = $1 AND pzn = ANY($2)';
  for (const seeded of [risky, phone]) await portal().database.query(slip, [seeded.id, slipped(seeded)]);
  // Three cards are all there is to review.
  const keep = 'UPDATE price_update_item SET true_price = true_price_old WHERE update_id = $1 AND pzn <> ALL($2)';
  await portal().database.query(keep, [phone.id, slipped(phone)]);
  dull = await seedPackage({ kind: 'MDP', pharmacy: DULL, group: 'OTC', rows: 300 });
  await portal().database.query(
    `UPDATE price_update_item SET true_price = round(true_price_old * CASE WHEN pzn = ANY($2) THEN 1.4 WHEN pzn = ANY($3) THEN 0.99 ELSE 1 END, 2)
      WHERE update_id = $1`,
    [dull.id, doubtful(), dull.rows.slice(0, 60).map(({ pzn }) => pzn)],
  );
});
after(async () => {
  await closePackage(dull.id);
  await closePackage(risky.id);
  await closePackage(phone.id);
});

/** The prices that the three have in the list, the highest first. */
async function decided({ apoId }: typeof RISKY, seeded: Seeded): Promise<number[]> {
  const { rows } = await portal().database.query<{ price: number }>(
    `SELECT coalesce(manual_price, calculated_price)::float8 AS price FROM price_item
      WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY price DESC`,
    [apoId, slipped(seeded)],
  );
  return rows.map(({ price }) => price);
}

test('(1) the riskiest changes of a monthly update: one accepted, two corrected, approved', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(RISKY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await toReview(page, 'Monatsupdate OTC').click();
  const row = (at: number) => page.getByRole('row').nth(at);
  const typing = (at: number) => row(at).getByRole('textbox').and(page.locator(':focus')).waitFor();
  await row(1).getByText('899,00').first().waitFor();
  await typing(1);
  await page.keyboard.press('Control+Enter');
  await typing(2);
  await page.keyboard.type('12,50');
  await page.keyboard.press('Enter');
  await typing(3);
  await page.keyboard.type('9,95');
  await button(page, 'Preise freigeben').click();
  await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  // open, approve, confirm; Ctrl + Enter for the first price, Enter behind the second
  await done('(1) Die riskantesten Änderungen', { keys: 3, clicks: 3 });
  assert.deepEqual(await decided(RISKY, risky), [899, 12.5, 9.95]);
  const { rows } = await portal().database.query<{ pzn: string }>(
    'SELECT DISTINCT pzn FROM review_mark WHERE update_id = $1 ORDER BY pzn',
    [risky.id],
  );
  assert.deepEqual(
    rows.map(({ pzn }) => pzn),
    slipped(risky).toSorted(),
  );
});

test('(3) an approval on the phone: card by card', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(PHONE), { width: 390, height: 844, hasTouch: true });
  const { page } = visiting;
  const done = await countActions(visiting);
  await toReview(page, 'Monatsupdate Freiwahl').tap();
  for (const decide of ['Übernehmen 899,00', /^Alter/, 'Eigener …']) {
    const card = page.getByRole('article');
    await card.getByText('899,00').first().waitFor();
    const pzn = /PZN \d{8}/.exec((await card.textContent()) ?? '')?.[0] ?? '';
    await button(page, decide).tap();
    if (decide === 'Eigener …') {
      await page.keyboard.type('1,45');
      await page.keyboard.press('Enter');
    }
    await card.filter({ hasText: pzn }).waitFor({ state: 'detached' });
  }
  await button(page, /^\d+ Preise freigeben$/).tap();
  await page.getByText(/davon 2 mit Ihrer Bearbeitung/).waitFor();
  const { y = 0, height = 0 } = (await button(page, 'Preise freigeben').boundingBox()) ?? {};
  assert.ok(y > 0 && y + height <= 844, `reached without scrolling: ${y}`);
  await button(page, 'Preise freigeben').tap();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  // open, a tap a card, approve behind the last one and confirm; 'Fertig' on the keyboard
  await done('(3) Freigabe auf dem Handy', { keys: 1, taps: 6 });
  const [accepted, , own] = await decided(PHONE, phone);
  assert.deepEqual([accepted, own], [899, 1.45]);
});

test('(12) the dull part of a monthly update at once, twenty decided, the rest approved', async ({ visitAs }) => {
  const visiting = await visitAs('vertrieb', startOf(DULL));
  const { page } = visiting;
  const done = await countActions(visiting);
  await toReview(page, 'Monatsupdate OTC').click();
  const typing = page.getByRole('row').nth(1).getByRole('textbox').and(page.locator(':focus'));
  await typing.waitFor();
  await button(page, 'Preise freigeben').click();
  await button(page, /^Nur die \d+ freigeben, bei denen nichts zu prüfen ist$/).click();
  await page
    .getByRole('dialog')
    .getByText(/Artikel bleiben offen/)
    .waitFor();
  await button(page, 'Rest bearbeiten').click();
  await typing.waitFor();
  for (let at = 0; at < 20; at++) {
    if (at === 0) await page.keyboard.type('9,95');
    await page.keyboard.press('Control+Enter');
  }
  await page.getByText('20 geprüft', { exact: true }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
  await button(page, 'Preise freigeben').click();
  await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();
  // open, confirm, approve the others, go on, confirm, approve; Ctrl + Enter for each of twenty
  await done('(12) Die übrigen sofort, zwanzig entschieden', { keys: 40, clicks: 6 });
  const { rows } = await portal().database.query<{ approved: number; parts: number; decided: number }>(
    `SELECT count(*)::int AS approved, count(*) FILTER (WHERE o.part = 1)::int AS parts,
            count(*) FILTER (WHERE o.pzn = ANY($3) AND o.part = 0)::int AS decided
       FROM price_update_outcome o WHERE o.apo_id = $1 AND o.update_id = $2`,
    [DULL.apoId, dull.id, doubtful()],
  );
  const [{ approved, parts, decided: twenty } = { approved: 0, parts: 0, decided: 0 }] = rows;
  assert.deepEqual([approved, parts > 200, twenty], [300, true, 20]);
});
