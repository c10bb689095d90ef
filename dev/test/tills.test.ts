import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { runScript } from '@portal/migrate/run-script.ts';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '../src/postgres/cluster.ts';

// What is known of the one till of a pharmacy goes to its first account (rule 22.5).

const TILLS = '20261128080000_tills';
const CONTRACT = '20261128080100_tills_contract';

let folder: string;
let cluster: Cluster;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-tills-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  url = await ensureDatabase(cluster, 'portal');
  await deployMigrations(url, { before: TILLS });
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined); // the server stops while the last connections are being closed
  await pool.query(`
    INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
    SELECT n, 100 + n, 't', 'Apotheke', 'Weg 1', '10115', 'Berlin' FROM generate_series(1, 3) n`);
  await writeAsFormerBuild(1, 'v2-101-0-1-1-1-1', '2026-11-27T09:00:00Z');
  await compareAsFormerBuild(1, 'till', '2026-11-27T09:00:00Z');
  await compareAsFormerBuild(2, 'file', '2026-11-27T09:00:00Z');
}, 60_000);

afterAll(async () => {
  await pool?.end();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Its own conflict clause included. */
async function writeAsFormerBuild(apoId: number, cursor: string, at: string): Promise<void> {
  await pool.query(
    `INSERT INTO till_state AS t (apo_id, cursor, loaded_at, seen_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (apo_id) DO UPDATE SET cursor = $2, seen_at = $3`,
    [apoId, cursor, at],
  );
  await pool.query(
    `INSERT INTO till_refusal (apo_id, pzn, reason, told_at) VALUES ($1, '00200495', 'gesperrt', $2)
     ON CONFLICT (apo_id, pzn) DO UPDATE SET reason = excluded.reason`,
    [apoId, at],
  );
}

async function compareAsFormerBuild(apoId: number, source: 'till' | 'file', at: string): Promise<void> {
  await pool.query(
    `INSERT INTO till_inventory (apo_id, taken_at, source, file_name, user_name, actor, pzns, cents)
     VALUES ($1, $2, $3, CASE $3 WHEN 'file' THEN 'a.csv' END, 'A', CASE $3 WHEN 'file' THEN 'a' END, '{200495}', '{1149}')
     ON CONFLICT (apo_id) DO UPDATE SET taken_at = excluded.taken_at`,
    [apoId, at, source],
  );
}

/** As after a migrator that was given up at the last part. */
async function runAgain(name: string): Promise<void> {
  const file = new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url);
  await runScript(pool, await readFile(file, 'utf8'));
}

async function read(sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ told: string }>(sql);
  return rows.map(({ told }) => told);
}
const tills = () => read(`SELECT concat_ws(' ', apo_id, account, cursor) AS told FROM till ORDER BY 1`);
const stocks = () =>
  read(
    `SELECT concat_ws(' ', apo_id, account, to_char(taken_at AT TIME ZONE 'UTC', 'DD.MM.')) AS told FROM till_stock ORDER BY 1`,
  );
const refused = () => read(`SELECT concat_ws(' ', apo_id, account, pzn) AS told FROM till_refused ORDER BY 1`);

test('the one till of a pharmacy waits for its account, the former build goes on, and what it wrote comes with the contract', async () => {
  expect(await deployMigrations(url)).not.toContain(CONTRACT);
  expect(await tills()).toEqual(['1 job v2-101-0-1-1-1-1', '2 files']);
  expect(await stocks()).toEqual(['1 job 27.11.', '2 files 27.11.']);
  expect(await refused()).toEqual(['1 job 00200495']);
  await runAgain(TILLS);

  // Pharmacy 2 has called the new build, which the former one does not overrule.
  await pool.query(`INSERT INTO till (apo_id, account, seen_at) VALUES (2, 'job:a', '2026-11-28T09:00:00Z')`);
  for (const apoId of [1, 2, 3])
    await writeAsFormerBuild(apoId, `v2-${100 + apoId}-0-${apoId}-2-1-1`, '2026-11-28T09:00:00Z');
  await compareAsFormerBuild(1, 'till', '2026-11-28T09:00:00Z');
  await compareAsFormerBuild(3, 'file', '2026-11-28T09:00:00Z');
  expect(await tills()).toEqual(['1 job v2-101-0-1-1-1-1', '2 files', '2 job:a']);

  expect(await deployMigrations(url)).toContain(CONTRACT);
  await runAgain(CONTRACT);
  expect(await tills()).toEqual(['1 job v2-101-0-1-2-1-1', '2 files', '2 job:a', '3 job v2-103-0-3-2-1-1']);
  expect(await stocks()).toEqual(['1 job 28.11.', '2 files 27.11.', '3 job 28.11.']);
  expect(await refused()).toEqual(['1 job 00200495', '3 job 00200495']);
  await expect(writeAsFormerBuild(1, 'v2-101-0-1-3-1-1', '2026-11-29T09:00:00Z')).rejects.toMatchObject({
    code: '42P01',
  });
}, 60_000);
