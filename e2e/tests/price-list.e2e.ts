import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { portal } from '../src/running.ts';
import { before, describe, test } from '../src/runner.ts';

const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;
const { apoId } = OWNER_PHARMACY;

type Item = { pzn: string; name: string; calculated: string; manual: string | null; type: number };
let calculated: Item[];
let own: Item;
let permanent: Item;

async function items(where: string, limit: number): Promise<Item[]> {
  const { database } = portal();
  const { rows } = await database.query<Item>(
    `SELECT i.pzn, p.name, i.calculated_price::text AS calculated, i.manual_price::text AS manual, i.price_type AS type
       FROM price_item i JOIN product p USING (pzn)
      WHERE i.apo_id = $1 AND i.product_group = 'OTC' AND i.calculated_price > 5 AND ${where} ORDER BY i.pzn LIMIT ${limit}`,
    [apoId],
  );
  return rows;
}
const open = `SELECT u.pzn FROM price_update_item u JOIN price_update o ON o.id = u.update_id WHERE o.status = 0 AND o.apo_id = i.apo_id`;

before(async () => {
  calculated = await items(`i.price_type = 0 AND i.pzn NOT IN (${open})`, 6);
  own = (await items(`i.price_type = 2 AND i.pzn NOT IN (${open})`, 1))[0] as Item;
  permanent = (await items(`i.price_type = 3 AND i.pzn NOT IN (${open})`, 1))[0] as Item;
});

const search = async (page: Page, query: string) => {
  await page.getByLabel('Suche nach Artikel, Hersteller, Marke oder PZN').fill(query);
};
const row = (page: Page, pzn: string) => page.getByRole('row').filter({ hasText: pzn });
const euros = (text: string) => text.replace('.', ',');

async function enterPrice(page: Page, pzn: string, price: string): Promise<void> {
  await search(page, pzn);
  const input = page.getByLabel(`Neuer Preis für PZN ${pzn}`);
  await input.fill(price);
  await input.press('Tab');
}

// Rules 4.1 and 4.10.
describe('the price list of 20,000 articles', () => {
  test('is corrected, checked, saved and reloaded; the database holds exactly that', async ({ visitAs }) => {
    const [a, b, c] = calculated as [Item, Item, Item];
    const { database } = portal();
    const before = await database.query(
      'SELECT pzn, price_type, manual_price FROM price_item WHERE apo_id = $1 ORDER BY pzn',
      [apoId],
    );
    const { page } = await visitAs('inhaber', LIST);
    await page.getByText(/^19\.\d{3} \/ 20\.000 Artikel$/).waitFor();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    assert.equal(await page.getByRole('button', { name: /Daten prüfen/ }).isEnabled(), false);

    await enterPrice(page, a.pzn, '12,34');
    await enterPrice(page, b.pzn, '23,4');
    await page.getByLabel(`Dauerpreis für PZN ${b.pzn}`).check();
    await search(page, c.pzn);
    await page.getByLabel(`Ausschluss für PZN ${c.pzn}`).check();
    await search(page, own.pzn);
    assert.equal(await page.getByLabel(`Neuer Preis für PZN ${own.pzn}`).inputValue(), euros(own.manual as string));
    await enterPrice(page, own.pzn, '');

    await page.getByRole('button', { name: 'Daten prüfen (4)' }).click();
    await page.getByText('4 geänderte Artikel').waitFor();
    for (const item of [a, b, c, own]) await row(page, item.pzn).waitFor();
    await page.getByRole('button', { name: 'Daten speichern' }).click();
    await page.getByText('Preise gespeichert').waitFor();
    await page
      .getByText(
        'Die geänderten Daten wurden gespeichert. Die Einspielung in Ihr Kassensystem erfolgt mit dem nächsten Update.',
      )
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).waitFor();
    await search(page, a.pzn);
    await row(page, a.pzn).getByText('12,34').waitFor();

    await page.reload();
    await search(page, b.pzn);
    await row(page, b.pzn).getByText('23,40').waitFor();
    await row(page, b.pzn).getByText('D', { exact: true }).waitFor();

    await row(page, a.pzn).waitFor({ state: 'detached' });
    await search(page, a.pzn);
    await page.getByRole('button', { name: `Preishistorie von PZN ${a.pzn}` }).click();
    const history = page.getByRole('complementary', { name: /^Preiskarte: / });
    await history.getByText('12,34').first().waitFor();
    await history.getByText('Preisliste gespeichert').first().waitFor();

    const after = await database.query(
      'SELECT pzn, price_type, manual_price FROM price_item WHERE apo_id = $1 ORDER BY pzn',
      [apoId],
    );
    const changed = after.rows.filter((now, i) => JSON.stringify(now) !== JSON.stringify(before.rows[i]));
    assert.deepEqual(
      changed.map((now) => [now.pzn, now.price_type, now.manual_price]).sort(),
      [
        [a.pzn, 2, '12.34'],
        [b.pzn, 3, '23.40'],
        [c.pzn, 1, null],
        [own.pzn, 0, null],
      ].sort(),
    );
    const entry = await database.query(
      'SELECT id, event, product_type, has_log, user_name FROM history_entry WHERE apo_id = $1 ORDER BY id DESC LIMIT 1',
      [apoId],
    );
    assert.deepEqual(
      { ...entry.rows[0], id: 0, user_name: '' },
      { id: 0, event: 'Preisliste gespeichert', product_type: 'OTC', has_log: true, user_name: '' },
    );
    assert.match(entry.rows[0].user_name, /Anna Berger/);
    const log = await database.query('SELECT pzn, old_price, new_price FROM price_change WHERE history_id = $1', [
      entry.rows[0].id,
    ]);
    assert.deepEqual(
      log.rows.map((change) => [change.pzn, change.old_price, change.new_price]).sort(),
      [
        [a.pzn, a.calculated, '12.34'],
        [b.pzn, b.calculated, '23.40'],
        [c.pzn, c.calculated, null],
        [own.pzn, own.manual, own.calculated],
      ].sort(),
    );
  });

  test('keeps the edits when somebody else was faster, and names the article', async ({ visitAs, expectErrors }) => {
    expectErrors(/409/);
    const item = calculated[3] as Item;
    const { database } = portal();
    const slow = await visitAs('inhaber', LIST);
    await slow.page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await enterPrice(slow.page, item.pzn, '31,31');

    const fast = await visitAs('vertretung', LIST);
    await fast.page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await enterPrice(fast.page, item.pzn, '41,41');
    await fast.page.getByRole('button', { name: /Daten prüfen/ }).click();
    await fast.page.getByRole('button', { name: 'Daten speichern' }).click();
    await fast.page.getByText('Preise gespeichert').waitFor();

    await slow.page.getByRole('button', { name: /Daten prüfen/ }).click();
    await slow.page.getByRole('button', { name: 'Daten speichern' }).click();
    await slow.page.getByText(/Fehler bei der Verarbeitung: .*von jemand anderem geändert/).waitFor();
    await slow.page.getByText(item.pzn).first().waitFor();
    const { rows } = await database.query('SELECT manual_price FROM price_item WHERE apo_id = $1 AND pzn = $2', [
      apoId,
      item.pzn,
    ]);
    assert.equal(rows[0].manual_price, '41.41');
  });

  test('finds by name, producer and exact PZN from three characters, and says when nothing fits', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('inhaber', LIST);
    const count = page.getByText(/ \/ 20\.000 Artikel$/);
    await count.waitFor();
    const all = await count.innerText();
    await search(page, 'ib');
    assert.equal(await count.innerText(), all);
    await search(page, 'IBU');
    await page.getByRole('row').filter({ hasText: /ibu/i }).first().waitFor();
    await search(page, permanent.pzn);
    await page.getByText('1 / 20.000 Artikel').waitFor();
    await search(page, 'gibtesnichtxyz');
    await page.getByText('Zu der Filterauswahl / Suche gibt es keine Artikel.').waitFor();
  });
});
