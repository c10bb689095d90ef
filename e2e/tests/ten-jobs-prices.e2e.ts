import assert from 'node:assert/strict';
import { BLOCKED_PHARMACY, MAIN_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { countActions } from '../src/count-actions.ts';
import { button, startOf } from '../src/packages.ts';
import { describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { typeIntoQuickJump } from '../src/type-into-quick-jump.ts';

const openPrice = (page: Page) => page.getByRole('textbox', { name: /^Neuer Preis für PZN/, disabled: false }).first();

async function ownPrice({ apoId }: typeof MAIN_PHARMACY, pzn: string): Promise<string | null | undefined> {
  const { rows } = await portal().database.query<{ price: string | null }>(
    'SELECT manual_price::text AS price FROM price_item WHERE apo_id = $1 AND pzn = $2',
    [apoId, pzn],
  );
  return rows[0]?.price;
}

/** What the search offers of an article whose price can be changed now. */
async function notInApproval(): Promise<RegExp> {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item i WHERE apo_id = $1 AND product_group = 'OTC' AND price_type = 0
        AND NOT EXISTS (SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
                         WHERE u.pzn = i.pzn AND o.status = 0 AND o.apo_id = $1)
        AND EXISTS (SELECT FROM product p WHERE p.pzn = i.pzn AND p.name ILIKE '%ibuprofen 400%' AND p.content = '20 St')`,
    [OWNER_PHARMACY.apoId],
  );
  return new RegExp(rows.map(({ pzn }) => pzn).join('|'));
}

/** The start page is typed into; an article that is found is opened at its price. */
async function findArticle(page: Page, words: string, isWanted: RegExp): Promise<void> {
  const field = page.getByRole('button', { name: /^Artikel in allen Listen suchen/ });
  await field.and(page.locator(':focus')).waitFor();
  await typeIntoQuickJump(page, words);
  await page.getByRole('option', { name: isWanted }).first().click();
  await openPrice(page).and(page.locator(':focus')).waitFor();
}

describe('one price', () => {
  let pzn = '';

  test('(2) Ibuprofen: found by words, and a price corrected', async ({ visitAs }) => {
    const visiting = await visitAs('inhaber', startOf(OWNER_PHARMACY));
    const { page } = visiting;
    const done = await countActions(visiting);
    await findArticle(page, 'ibuprofen 400 20 st', await notInApproval());
    pzn = (await openPrice(page).getAttribute('aria-label'))?.slice(-8) ?? '';
    await page.keyboard.type('4,95');
    await button(page, 'Daten prüfen (1)').click();
    await button(page, 'Daten speichern').click();
    await page.getByText('Preise gespeichert').waitFor();
    // article, check, save
    await done('(2) Ibuprofen', { clicks: 3 });
    assert.equal(await ownPrice(OWNER_PHARMACY, pzn), '4.95');
  });

  test('(7) why it is so, and taken back', async ({ visitAs }) => {
    const visiting = await visitAs('inhaber', startOf(OWNER_PHARMACY));
    const { page } = visiting;
    const done = await countActions(visiting);
    await findArticle(page, pzn, new RegExp(pzn));
    const card = page.getByRole('complementary', { name: /^Preiskarte: / });
    await card
      .getByRole('region', { name: 'Warum dieser Preis' })
      .getByText(/4,95 €/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Verlauf', exact: true }).click();
    await page
      .getByRole('button', { name: /^Zurücknehmen/ })
      .first()
      .click();
    await button(page, '1 Preis wiederherstellen').click();
    await page.getByText(/^1 Preis wurde wiederhergestellt/).waitFor();
    // article, history, take back, confirm
    await done('(7) Warum dieser Preis, und zurück', { clicks: 4 });
    assert.equal(await ownPrice(OWNER_PHARMACY, pzn), null);
  });
});

testByNight('(4) two branches: one edit for both', async ({ visitAs }) => {
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT a.pzn FROM price_item a JOIN price_item b USING (pzn, product_group)
      WHERE a.apo_id = $1 AND b.apo_id = $2 AND product_group = 'FREIWAHL' AND a.price_type = 0 AND b.price_type = 0
        AND NOT EXISTS (SELECT FROM price_update_item u JOIN price_update o ON o.id = u.update_id
                         WHERE u.pzn = a.pzn AND o.status = 0 AND o.apo_id IN ($1, $2))
      ORDER BY a.pzn DESC LIMIT 1`,
    [MAIN_PHARMACY.apoId, BLOCKED_PHARMACY.apoId],
  );
  const pzn = rows[0]?.pzn ?? '';
  const visiting = await visitAs('filialleiter', startOf(MAIN_PHARMACY));
  const { page } = visiting;
  const done = await countActions(visiting);
  await findArticle(page, pzn, new RegExp(pzn));
  await page.keyboard.type('9,95');
  await button(page, 'Daten prüfen (1)').click();
  await button(page, 'Auch in anderen Apotheken …').click();
  const dialog = page.getByRole('dialog', { name: 'Auch in anderen Apotheken speichern' });
  // the only other one
  await dialog.getByRole('checkbox', { disabled: false, checked: true }).waitFor();
  await button(page, 'In 2 Apotheken speichern').click();
  await dialog.getByText('Gespeichert in 2 von 2 Apotheken.').waitFor();
  // article, check, others, save
  await done('(4) Zwei Filialen', { clicks: 4 });
  assert.equal(await ownPrice(MAIN_PHARMACY, pzn), '9.95');
  assert.equal(await ownPrice(BLOCKED_PHARMACY, pzn), '9.95');
});
