import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Shelf } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const [ZINC, SALVE, DROPS, EXCLUDED] = [testPzn(1), testPzn(2), testPzn(3), testPzn(4)] as [
  string,
  string,
  string,
  string,
];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:05:00Z');
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  pharmacy = await seedPharmacy(portal.database, next++);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: ZINC, name: 'Zink', calculated: '12.50' },
    { pzn: SALVE, name: 'Salbe', calculated: '9.99', manual: '8.49', type: 2 },
    { pzn: EXCLUDED, name: 'Calcium', calculated: '7.00', type: 1 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: DROPS, name: 'Tropfen', calculated: '5.00' }]);
});

const at = (of: SeededPharmacy) => `${of.apoId}/${of.token}`;
const shelf = async (of = pharmacy, who = sales): Promise<Shelf> => {
  const { status, body } = await who.get(`/api/price/shelf/${at(of)}`);
  expect(status).toBe(200);
  return ENDPOINTS.getShelf.answer.parse(body);
};
const pricesOf = ({ columns }: Shelf) =>
  Object.fromEntries(columns.pzn.map((pzn, row) => [pzn, [columns.effectivePrice[row], columns.labelPrice[row]]]));
const save = async (pzn: string, priceEdit: number | null) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore: false };
  expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
const print = (labels: { pzn: string; price: number | null }[], of = pharmacy) =>
  sales.post(`/api/price/labels/${at(of)}/printed`, { labels });
const till = (of = pharmacy) => portal.as('Karl Kasse', [`till_sync_${of.crmCompanyId}`]);
const sync = async (of = pharmacy) => {
  const client = await till(of);
  const { body } = await client.get(`/api/till/v1/${of.crmCompanyId}/prices`);
  const acknowledged = await client.post(`/api/till/v1/${of.crmCompanyId}/ack`, { cursor: body.cursor });
  expect(acknowledged.status).toBe(200);
};
const loadFile = async (productGroups: string[], contents = 'all') => {
  const { status } = await sales.post(`/api/price/clientpricelistdownload/${at(pharmacy)}`, {
    productGroups,
    contents,
  });
  expect(status).toBe(200);
  const { body } = await sales.get(`/api/price/tillfiles/${at(pharmacy)}`);
  const id = body.files[0].id as number;
  expect((await sales.put(`/api/price/tillfiles/${at(pharmacy)}/${id}`, { loaded: true })).status).toBe(200);
  return id;
};

// Rule 21.3.
describe('the articles of the shelf', () => {
  test('are those of all lists with the price in force, an exclusion without one', async () => {
    const answer = await shelf();
    expect(answer).toMatchObject({ at: '2026-03-10T09:05:00.000Z', labelled: false });
    expect(pricesOf(answer)).toEqual({
      [ZINC]: [1250, null],
      [SALVE]: [849, null],
      [DROPS]: [500, null],
      [EXCLUDED]: [null, null],
    });
    const row = answer.columns.pzn.indexOf(DROPS);
    expect([answer.columns.name[row], answer.columns.productGroup[row]]).toEqual(['Tropfen', 'FREIWAHL']);
  });

  test('say what their last label says, also of an article that has left the list', async () => {
    await print([{ pzn: ZINC, price: 1250 }]);
    await save(ZINC, 11);
    await portal.database.pool.query('DELETE FROM price_item WHERE apo_id = $1 AND pzn = $2', [pharmacy.apoId, DROPS]);
    const answer = await shelf();
    expect(answer.labelled).toBe(true);
    expect(pricesOf(answer)).toMatchObject({ [ZINC]: [1100, 1250], [SALVE]: [849, 849], [DROPS]: [null, 500] });
  });

  test('of a mirror are at the prices of its main pharmacy, on a shelf and with a till of its own', async () => {
    const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
    await print([{ pzn: ZINC, price: 1199 }], mirror);
    await sync(mirror);
    const [own, main] = [await shelf(mirror), await shelf()];
    expect([own.labelled, pricesOf(own)[ZINC]]).toEqual([true, [1250, 1199]]);
    expect([main.labelled, pricesOf(main)[ZINC]]).toEqual([false, [1250, null]]);
    expect(own.tillLoads.OTC).toBe('2026-03-10T09:05:00.000Z');
    expect(main.tillLoads.OTC).toBeNull();
  });
});

const NONE = { OTC: null, FREIWAHL: null, HILFSMITTEL: null };

// Rule 21.4.
describe('what the till has confirmed', () => {
  test('is nothing before the first load', async () => {
    expect(await shelf()).toMatchObject({ tillLoads: NONE, notInTill: [] });
  });

  test('of a sync job: all but what changed since', async () => {
    await sync();
    const loaded = '2026-03-10T09:05:00.000Z';
    expect(await shelf()).toMatchObject({
      tillLoads: { OTC: loaded, FREIWAHL: loaded, HILFSMITTEL: loaded },
      notInTill: [],
    });
    await save(ZINC, 11);
    expect((await shelf()).notInTill).toEqual([ZINC]);
    await sync();
    expect((await shelf()).notInTill).toEqual([]);
  });

  test('of a file by hand: of its groups alone, until it is taken back', async () => {
    const id = await loadFile(['OTC']);
    await save(ZINC, 11);
    await save(DROPS, 4);
    expect(await shelf()).toMatchObject({
      tillLoads: { OTC: '2026-03-10T09:05:00.000Z', FREIWAHL: null },
      notInTill: [ZINC],
    });
    await sales.put(`/api/price/tillfiles/${at(pharmacy)}/${id}`, { loaded: false });
    expect(await shelf()).toMatchObject({ tillLoads: NONE, notInTill: [] });
  });

  test('is nothing after the list was exchanged', async () => {
    await sync();
    await portal.database.pool.query('UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1', [
      pharmacy.apoId,
    ]);
    expect(await shelf()).toMatchObject({ tillLoads: NONE, notInTill: [] });
  });
});

test('20,000 articles come compressed', async () => {
  const { pool } = portal.database;
  await pool.query(
    `INSERT INTO product (pzn, name, content, producer) SELECT lpad(n::text, 8, '0'), 'Artikel ' || n, '50 ml', 'Hersteller'
       FROM generate_series(20000000, 20019999) n ON CONFLICT DO NOTHING`,
  );
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, price_type, calculated_price, changed_version, changed_at)
     SELECT $1, lpad(n::text, 8, '0'), 'OTC', 0, 4.99, 1, now() FROM generate_series(20000000, 20019999) n`,
    [pharmacy.apoId],
  );
  const { status, headers, body } = await sales.get(`/api/price/shelf/${at(pharmacy)}`).set('Accept-Encoding', 'br');
  expect([status, headers['content-encoding'], body.columns.pzn.length]).toEqual([200, 'br', 20_004]);
  expect(Number(headers['content-length'])).toBeLessThan(400_000);
});
