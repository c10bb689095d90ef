import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { csv, upload } from '../intake/support.ts';
import { startPortal, type Client, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { readList } from './support.ts';

// Large packages in a database of which PostgreSQL has no statistics, as a fresh or just restored one (rule 3.39).
const ROWS = 20_000;
const pzns = Array.from({ length: ROWS + 1_000 }, (_, n) => testPzn(1_000 + n * 2));
const listed = pzns.slice(0, ROWS);
/** Half of the list leaves, 1,000 products come. */
const delivered = pzns.slice(ROWS / 2);

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00.000Z');
  const { pool } = portal.database;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await pool.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = false)`);
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    listed.map((pzn) => ({ pzn })),
  );
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

let id = 0;
const approvePath = () => `/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`;

test('an LZD of 11,000 rows is taken in', async () => {
  const file = {
    name: 'ZumDurchsehen_OTC_500001_Muster_10_3_2026.csv',
    content: csv(delivered.map((pzn) => [pzn, '5,55'])),
  };
  const path = `/api/price/lzd/upload/${pharmacy.path}`;
  const { body } = await upload(portal, sales, path, file, { resetChoice: '0' });
  expect(body).toMatchObject({ status: 'OK', rows: delivered.length, leaving: { count: ROWS / 2 } });
  id = body.id;
  await portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: { readyForApproval: true } });
});

test('it is approved with an own price in each row, and half of the list leaves', async () => {
  const products = delivered.map((pzn) => ({ pzn, editedPrice: 7.77, editedPermanent: false, editedIgnore: false }));
  const { body } = await sales.put(approvePath(), { products });
  expect(body).toMatchObject({ status: 'OK', loaded: delivered.length, changed: pzns.length, left: ROWS / 2 });
  expect(Object.keys(await readList(portal.database, pharmacy.apoId)).toSorted()).toEqual(delivered.toSorted());
});

test('the approval is taken back', async () => {
  expect((await sales.delete(approvePath())).body).toMatchObject({ status: 'OK' });
  expect(Object.keys(await readList(portal.database, pharmacy.apoId)).toSorted()).toEqual(listed.toSorted());
});
