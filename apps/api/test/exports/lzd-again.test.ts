import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces, type PriceListPieces } from '@portal/contracts';
import { csvText, buildPriceListModel, lzdFormatFile, sortIndex } from '@portal/list-view';
import { packageFileName } from '@portal/rules';
import { upload } from '../intake/support.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: testPzn(1), name: '=Zink; "Salbe"', calculated: '9.99', aep: '5.00' },
    { pzn: testPzn(2), calculated: '5.00', manual: '4.05', type: 2 },
    { pzn: testPzn(3), calculated: '5.00', manual: '4.10', type: 3, avp: null },
    { pzn: testPzn(4), calculated: '5.00', type: 1 },
  ]);
  await portal.database.pool.query(
    `UPDATE price_item SET vhp = 4.44, price_min = 3.33, price_avg = 3.50, price_max = 6.66, pe_cluster = 1, vh_cluster = 2, units = 7
      WHERE pzn = $1`,
    [testPzn(1)],
  );
});
afterAll(() => portal?.close());

test('a list in LZD format, uploaded unchanged as an update and approved, changes nothing (rule 10.8)', async () => {
  const staff = await portal.as('sales', ['solvena_sales']);
  const { pool } = portal.database;
  const stored = async () => (await pool.query('SELECT * FROM price_item ORDER BY pzn')).rows;
  const products = async () => (await pool.query('SELECT * FROM product ORDER BY pzn')).rows;
  const before = [await stored(), (await products()).map(({ product_group: _new, ...product }) => product)];

  const list = await staff.get(`/api/price/${pharmacy.path}/OTC`).set('Accept', COLUMNS_MEDIA_TYPE);
  const model = buildPriceListModel(joinPieces(JSON.parse(list.text ?? String(list.body)) as PriceListPieces).columns);
  const content = csvText(lzdFormatFile(model, sortIndex(model, 'name')));
  const about = { group: 'OTC', apoId: pharmacy.apoId, pharmacyName: 'Test_Apotheke 1' } as const;
  const name = packageFileName('LZD', { ...about, day: { year: 2026, month: 3, day: 10 } });
  const sent = await upload(
    portal,
    staff,
    `/api/price/lzd/upload/${pharmacy.path}`,
    { name, content },
    { resetChoice: '1' },
  );
  expect(sent.body).toMatchObject({ status: 'OK', rows: 3, leftOutTotal: 0 });

  const { id } = sent.body as { id: number };
  const released = await staff.post(`/api/price/initapproval/lzd/${pharmacy.apoId}/${id}`);
  expect(released.status).toBe(200);
  const approved = await staff.put(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`, {
    products: [1, 2, 3].map((n) => ({ pzn: testPzn(n), editedPrice: null })),
  });
  expect(approved.body).toMatchObject({ status: 'OK' });
  expect([await stored(), (await products()).map(({ product_group: _new, ...product }) => product)]).toEqual(before);
  expect((await pool.query('SELECT count(*)::int AS changes FROM price_change')).rows).toEqual([{ changes: 0 }]);
});
