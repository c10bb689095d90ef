import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { runScript } from '@portal/migrate/run-script.ts';
import pg from 'pg';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '../src/postgres/cluster.ts';

// Price changes lie in a table for each year (ADR 72).
const KEYS = '20261122200100_pharmacy_keys';
const KEYS_CONTRACT = '20261122200200_pharmacy_keys_contract';
const YEARS = '20261123033000_price_change_years';

let folder: string;
let cluster: Cluster;
let url: string;
let owner: pg.Pool;
let api: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-years-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  url = await ensureDatabase(cluster, 'portal');
  await deployMigrations(url, { before: KEYS });
  owner = new pg.Pool({ connectionString: url });
  owner.on('error', () => undefined); // the server stops while the last connections are being closed
  api = new pg.Pool({ connectionString: await ensureAppLogin(url) });
  api.on('error', () => undefined);
  await write('2019-05-01T10:00:00Z');
  await write('2026-11-20T10:00:00Z');
}, 60_000);

afterAll(async () => {
  await owner?.end();
  await api?.end();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = (at: string) =>
  api.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version)
     VALUES (1, '00000017', 'OTC', $1, 'save', 'A', 1)`,
    [at],
  );

async function read<T extends pg.QueryResultRow = { name: string }>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await owner.query<T>(sql, values)).rows;
}

const placeOf = async (at: string) =>
  (await read(`SELECT tableoid::regclass::text AS name FROM price_change WHERE created_at = $1`, [at]))[0]?.name;
const parts = async () =>
  (
    await read(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'price_change'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name);

/** The first moment of a year in Berlin, where it is one hour later than in Greenwich. */
const newYear = (year: number) => new Date(Date.UTC(year - 1, 11, 31, 23));
const nextYear = new Date().getUTCFullYear() + 1;

test('the table of before becomes the first of them as it lies, also of a build two releases ago', async () => {
  const [before] = await read<{ file: number }>(`SELECT pg_relation_filenode('price_change') AS file`);
  const writing = setInterval(() => void write(new Date().toISOString()), 20);
  const applied = await deployMigrations(url).finally(() => clearInterval(writing));
  expect(applied).toContain(YEARS);
  expect(applied).not.toContain(KEYS_CONTRACT);
  expect(await read(`SELECT pg_relation_filenode('price_change_first') AS file`)).toEqual([before]);
  expect(await placeOf('2019-05-01T10:00:00Z')).toBe('price_change_first');
  await write('2018-01-01T00:00:00Z');
  expect(await deployMigrations(url)).toContain(KEYS_CONTRACT);
  const file = new URL(`../../prisma/migrations/${YEARS}/migration.sql`, import.meta.url);
  await runScript(owner, await readFile(file, 'utf8'));
  expect(await read('SELECT count(DISTINCT id) = count(*) AS once FROM price_change')).toEqual([{ once: true }]);
  // Each has the keys and indexes of the whole.
  expect(
    await read(`SELECT t.relname AS name FROM pg_class t JOIN pg_inherits h ON h.inhrelid = t.oid
                 WHERE h.inhparent = 'price_change'::regclass
                   AND (SELECT count(*) FROM pg_index i WHERE i.indrelid = t.oid AND i.indisvalid) <> 5`),
  ).toEqual([]);
}, 60_000);

test('a year begins in Berlin; what comes after all of them finds its place', async () => {
  for (const at of [newYear(nextYear).getTime() - 1, newYear(nextYear).getTime(), newYear(nextYear + 1).getTime() - 1])
    await write(new Date(at).toISOString());
  await write('2199-07-01T00:00:00Z');
  const places = [
    await placeOf(new Date(newYear(nextYear).getTime() - 1).toISOString()),
    await placeOf(newYear(nextYear).toISOString()),
    await placeOf(new Date(newYear(nextYear + 1).getTime() - 1).toISOString()),
    await placeOf('2199-07-01T00:00:00Z'),
  ];
  expect(places).toEqual([
    'price_change_first',
    `price_change_${nextYear}`,
    `price_change_${nextYear}`,
    'price_change_rest',
  ]);
});

test('the api’s login adds years by the function alone, and twice changes nothing', async () => {
  await expect(api.query('CREATE TABLE price_change_9 PARTITION OF price_change DEFAULT')).rejects.toThrow(
    'permission denied',
  );
  const before = await parts();
  await api.query('SELECT add_price_change_years()');
  expect(await parts()).toEqual(before);
});

test('years that were missed are made, but for one that the rest has rows of; writes go on', async () => {
  await owner.query(`ALTER TABLE price_change DETACH PARTITION price_change_${nextYear}`);
  await owner.query(`DROP TABLE price_change_${nextYear}`);
  await api.query('SELECT add_price_change_years()');
  expect(await parts()).toContain(`price_change_${nextYear}`);
  await owner.query(`ALTER TABLE price_change DETACH PARTITION price_change_${nextYear}`);
  await owner.query(`DROP TABLE price_change_${nextYear}`);
  await write(newYear(nextYear).toISOString());
  await api.query('SELECT add_price_change_years()');
  expect(await parts()).not.toContain(`price_change_${nextYear}`);
  expect(await placeOf(newYear(nextYear).toISOString())).toBe('price_change_rest');
});

test('the api’s login has the whole analyzed by the function alone, once a day', async () => {
  const known = () =>
    read(`SELECT attname AS name FROM pg_stats WHERE tablename = 'price_change' AND inherited AND attname = 'apo_id'`);
  await api.query('ANALYZE price_change'); // a warning
  expect(await known()).toEqual([]);
  await api.query('SELECT analyze_price_changes()');
  expect(await known()).toEqual([{ name: 'apo_id' }]);
  const last = () => read(`SELECT last_analyze AS at FROM pg_stat_user_tables WHERE relname = 'price_change'`);
  const first = await last();
  await api.query('SELECT analyze_price_changes()');
  expect(await last()).toEqual(first);
  const readers = await read(
    `SELECT has_function_privilege('portal_readonly', 'analyze_price_changes()', 'EXECUTE') AS may`,
  );
  expect(readers).toEqual([{ may: false }]);
});

test('none of them is altered, by itself neither, and none is written by the api past the whole', async () => {
  for (const name of ['price_change', ...(await parts())]) {
    for (const sql of [`UPDATE ${name} SET event = 'x'`, `DELETE FROM ${name}`, `TRUNCATE ${name}`]) {
      await expect(owner.query(sql)).rejects.toThrow('append-only');
      await expect(api.query(sql)).rejects.toThrow('permission denied');
    }
    const rights = await read(
      `SELECT has_table_privilege('portal_app', $1, 'INSERT') AS may, has_table_privilege('portal_readonly', $1, 'SELECT') AS reads`,
      [name],
    );
    expect([name, rights]).toEqual([name, [{ may: name === 'price_change', reads: true }]]);
  }
});
