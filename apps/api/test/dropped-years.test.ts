import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { detachYears, StillRetained } from '@portal/migrate/detach-years.ts';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { verifyHistory } from '../src/modules/history-writing/verify-history.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { edit } from './support/save-stage.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

// A year of price changes is taken out ten calendar years after its own (ADR 72); this year's here.
const YEAR = new Date().getUTCFullYear();
const ALLOWED = new Date(`${YEAR + 11}-01-02`);
const [pzn, other] = [testPzn(1), testPzn(2)];
let portal: TestPortal;
let sales: Client;
let pharmacy: SeededPharmacy;

beforeAll(async () => {
  portal = await startPortal(`${YEAR}-03-10T09:00:00Z`);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedUnproved();
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn }, { pzn: other }]);
  await save(4.5);
  await save(5.5);
  // One and a half hours into the new year in Berlin, half an hour in Greenwich.
  portal.clock.set(`${YEAR + 1}-01-01T00:30:00Z`);
  await save(6.5);
});
afterAll(() => portal?.close());

/** One entry of before the chain, with a change in the year that goes and one in the next. */
async function seedUnproved(): Promise<void> {
  const { pool } = portal.database;
  await pool.query(
    `INSERT INTO history_entry (apo_id, id, created_at, event, user_name, has_log) VALUES ($1, 1, $2, 'Alt', 'A', true)`,
    [pharmacy.apoId, `${YEAR}-02-01`],
  );
  await pool.query(
    `INSERT INTO price_change (apo_id, id, pzn, product_group, created_at, event, user_name, list_version, history_id)
     SELECT $1, n + 1, $2, 'FREIWAHL', make_date($3 + n, 2, 1), 'Alt', 'A', 0, 1 FROM unnest(ARRAY[0, 1]) n`,
    [pharmacy.apoId, testPzn(9), YEAR],
  );
  await pool.query(`SELECT setval(pg_get_serial_sequence('history_entry', 'id'), 1), setval('price_change_id_seq', 2)`);
  await pool.query(
    `INSERT INTO history_unproved (apo_id, last_entry, last_change, entries, changes) VALUES ($1, 1, 2, 1, 2)`,
    [pharmacy.apoId],
  );
}

async function save(price: number): Promise<void> {
  const body = { products: [pzn, other].map((each) => edit(each, price)) };
  expect((await sales.put(`/api/price/${pharmacy.path}`, body)).body).toMatchObject({ status: 'OK' });
}

const ownerUrl = () => portal.database.pool.options.connectionString as string;
const check = () => verifyChain(portal.database.pool, pharmacy.apoId);
const history = async () => (await sales.get(`/api/price/pricehistory/${pharmacy.path}/${pzn}`)).body;
const kept = async () => (await sales.get(`/api/price/changes/kept/${pharmacy.path}`)).body;

// Rules 4.18 and 11.10.
test('a year stays while it must be kept', async () => {
  await expect(detachYears(ownerUrl(), YEAR, { now: new Date(`${YEAR + 10}-12-31`) })).rejects.toThrow(StillRetained);
  await expect(detachYears(ownerUrl(), YEAR - 1, { now: ALLOWED })).rejects.toThrow('endet keine Tabelle');
  expect(await check()).toMatchObject({ links: 3, dropped: 0, issues: [] });
});

test('without it the chain is proved by its links, and the history begins with what is kept', async () => {
  expect(await history()).toHaveLength(3);
  expect(await kept()).toEqual({ keptSince: null });
  expect(await detachYears(ownerUrl(), YEAR, { now: ALLOWED })).toEqual(['price_change_first']);
  // What the table is archived by names nothing that stays behind.
  const { rows } = await portal.database.pool.query(
    `SELECT pg_get_expr(adbin, adrelid) AS default FROM pg_attrdef WHERE adrelid = 'price_change_first'::regclass`,
  );
  expect(rows).toEqual([]);
  await portal.database.pool.query('DROP TABLE price_change_first');
  expect(await check()).toMatchObject({ links: 3, dropped: 2, issues: [] });
  const lines: string[] = [];
  expect(await verifyHistory(portal.databaseUrl, [], (line) => lines.push(line))).toBe(true);
  expect(lines[0]).toBe('2 links are proved without their price changes, which were dropped with their year');
  // The oldest that is kept says what stood before it.
  expect(await history()).toEqual([
    expect.objectContaining({ priceNew: 6.5, priceOld: 5.5, keptSince: `${YEAR}-12-31T23:00:00.000Z` }),
  ]);
  // Of an article without one the call for all of them says it.
  expect(await kept()).toEqual({ keptSince: `${YEAR}-12-31T23:00:00.000Z` });
  await save(7.5);
  expect(await check()).toMatchObject({ links: 4, dropped: 2, issues: [] });
});

test('what is kept is still proved change by change, and of what was dropped its last link', async () => {
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
  await connection.query('UPDATE price_change SET new_price = 6.49 WHERE new_price = 6.5 AND pzn = $1', [pzn]);
  const altered = await verifyChain(connection, pharmacy.apoId);
  await connection.query('ROLLBACK; BEGIN; SET LOCAL session_replication_role = replica');
  await connection.query(`UPDATE history_entry SET digest = sha256('') WHERE chain_no = 2`);
  const cut = await verifyChain(connection, pharmacy.apoId);
  await connection.query('ROLLBACK');
  connection.release();
  expect(altered.issues).toEqual([expect.stringMatching(/link 3: it or its price changes were altered$/)]);
  expect(cut.issues).toEqual([expect.stringMatching(/link 3: it or its price changes were altered$/)]);
});
