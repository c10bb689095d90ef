import { setTimeout as pause } from 'node:timers/promises';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { runScript } from '@portal/migrate/run-script.ts';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '../src/postgres/cluster.ts';

const KEYS = '20261122200100_pharmacy_keys';
const CONTRACT = '20261122200200_pharmacy_keys_contract';
/** Its indexes can be made again until then. */
const YEARS = '20261123033000_price_change_years';
/** Tables that belong to no pharmacy; that of messages and that of bulk rules name one beside what their rows are found by. */
const OF_NOBODY = ['pharmacy', 'outbox', 'bulk_rule'];

let folder: string;
let cluster: Cluster;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-keys-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  url = await ensureDatabase(cluster, 'portal');
  await deployMigrations(url, { before: KEYS });
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined); // the server stops while the last connections are being closed
  await pool.query(`
    INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
    SELECT n, 100 + n, 't', 'Apotheke', 'Weg 1', '10115', 'Berlin' FROM generate_series(1, 2) n;
    INSERT INTO price_update (kind, apo_id, product_group, status, created_at, updated_at, approver, approved_at)
    SELECT 'LZD', n, 'OTC', 1, now(), now(), 'A', now() FROM generate_series(1, 2) n;
    INSERT INTO notice_address (apo_id, address, subject, created_at, seen_at)
    SELECT n, 'a@b.example', 'A', now(), now() FROM generate_series(1, 2) n`);
  await writeAsFormerBuild(1, '2026-11-21');
}, 60_000);

afterAll(async () => {
  await pool?.end();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the build before wrote, its own conflict clause included. */
async function writeAsFormerBuild(update: number, day: string): Promise<void> {
  await pool.query(
    `INSERT INTO price_update_outcome (update_id, pzn, listed, effective) VALUES ($1, lpad(nextval('portal_user_id_seq')::text, 8, '0'), false, true)`,
    [update],
  );
  await pool.query(
    `INSERT INTO lzd_reminder (update_id, day, sent_at, user_name, title, text, recipients) VALUES ($1, $2, now(), 'A', 'B', 'C', 1)
     ON CONFLICT (update_id, day) DO NOTHING`,
    [update, day],
  );
  await pool.query(
    `INSERT INTO notice_link (hash, address_id, purpose, expires_at) VALUES (gen_random_uuid(), $1, 'confirm', now())`,
    [update],
  );
}

/** As after a migrator that was given up at the last part. */
async function runAgain(name: string): Promise<void> {
  const file = new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url);
  await runScript(pool, await readFile(file, 'utf8'));
}

async function pharmacies(table: string): Promise<number[]> {
  const { rows } = await pool.query<{ apo_id: number }>(`SELECT apo_id FROM ${table} ORDER BY apo_id`);
  return rows.map((row) => row.apo_id);
}
const LEARNED = ['price_update_outcome', 'lzd_reminder', 'notice_link'];

test('rows learn their pharmacy, the former build goes on, and its keys go at the next start', async () => {
  expect(await deployMigrations(url, { before: YEARS })).not.toContain(CONTRACT);
  for (const table of LEARNED) expect([table, await pharmacies(table)]).toEqual([table, [1]]);
  await writeAsFormerBuild(2, '2026-11-22');
  for (const table of LEARNED) expect([table, await pharmacies(table)]).toEqual([table, [1, 2]]);
  await runAgain(KEYS);
  expect(await deployMigrations(url)).toEqual(expect.arrayContaining([CONTRACT]));
  await runAgain(CONTRACT);
  for (const table of LEARNED) expect([table, await pharmacies(table)]).toEqual([table, [1, 2]]);
  await expect(writeAsFormerBuild(2, '2026-11-23')).rejects.toMatchObject({ code: '23502' });
}, 60_000);

test('every key of a pharmacy’s data begins with the pharmacy, and none is changed by reference', async () => {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT pg_get_indexdef(i.indexrelid) AS key
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'apo_id'
      WHERE c.relkind IN ('r', 'p') AND i.indisunique AND i.indkey[0] <> a.attnum AND NOT c.relname = ANY($1)`,
    [OF_NOBODY],
  );
  expect(rows).toEqual([]);
  const { rows: references } = await pool.query(
    `SELECT conname FROM pg_constraint
      WHERE contype = 'f' AND confupdtype = 'c' AND conrelid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'apo_id')
        AND conrelid <> 'pharmacy'::regclass`,
  );
  expect(references).toEqual([]);
});

test('a migration that waits for a lock lets readers pass, and goes on once the lock is free', async () => {
  const dump = await pool.connect();
  await dump.query('BEGIN; SELECT FROM product');
  const script =
    '-- transaction\nALTER TABLE product ADD COLUMN seen boolean;\n-- concurrently\nCREATE INDEX CONCURRENTLY seen ON product (seen);';
  await expect(runScript(pool, script, { attempts: 1 })).rejects.toMatchObject({ code: '55P03' });
  const migrated = runScript(pool, script, { attempts: 30, pauseMs: 200 });
  let slowest = 0;
  for (let reads = 0; reads < 4; reads += 1) {
    const start = Date.now();
    await pool.query('SELECT count(*) FROM product');
    slowest = Math.max(slowest, Date.now() - start);
    await pause(150);
  }
  expect(slowest).toBeGreaterThan(300); // it did stand behind the migration
  expect(slowest).toBeLessThan(3_000);
  await dump.query('COMMIT');
  dump.release();
  await migrated;
  expect((await pool.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'seen'::regclass`)).rows).toEqual([
    { indisvalid: true },
  ]);
}, 20_000);
