import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { clearRows, lookAtStructure, lookAtUnused, makeUnused, type Unused } from '@portal/dev/reset-database.ts';
import { undistribute } from '@portal/migrate/distribute.ts';
import pg from 'pg';
import { edit } from '../support/save-stage.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedListedPharmacy, testPzn } from '../support/seed.ts';

// Tests use databases again that others have used: each finds one as migrations leave it.

let portal: TestPortal;
let client: pg.Client;
let unused: Unused;
let structure: string;
beforeEach(async () => {
  portal = await startPortal();
  // Those of several servers are copied anew for every test: what is tried here is one server's (ADR 65).
  await undistribute(portal.ownerUrl);
  client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  unused = await lookAtUnused(client);
  structure = await lookAtStructure(client);
});
afterEach(async () => {
  await client.end();
  await portal.close();
});

/** Every row of every table, where every sequence stands, and what the planner knows. */
async function everything() {
  const tables = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const rows = new Map<string, unknown[]>();
  for (const { name } of tables.rows) rows.set(name, (await client.query(`SELECT * FROM ${name}`)).rows);
  const sequences = await client.query(
    `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const learned = await client.query(`SELECT tablename FROM pg_stats WHERE schemaname = 'public'`);
  return { rows, sequences: sequences.rows, learned: learned.rows };
}

/** The next file finds it again, and the next test of the same file. */
const WAYS = [
  ['for another file', () => makeUnused(client, unused)],
  ['for the next test', () => clearRows(client, unused, structure)],
] as const;

describe.each(WAYS)('a database that a test has used, %s', (_, cleared) => {
  test('is as before its first use: rows, history, sequences and what the planner has learned', async () => {
    const before = await everything();
    expect(before.rows.get('product_master')).toHaveLength(1);
    const pharmacy = await seedListedPharmacy(portal.database, [testPzn(1), testPzn(2)]);
    const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
    const saved = await owner.put(`/api/price/${pharmacy.path}`, { products: [edit(testPzn(1), 9.95)] });
    expect(saved.status).toBe(200);
    await client.query('ANALYZE');
    expect(await everything()).not.toEqual(before);
    expect(await cleared()).toBe(true);
    expect(await everything()).toEqual({ ...before, learned: [] });
  });

  test.each([
    'ALTER TABLE price_item ADD COLUMN surplus int',
    'ALTER TABLE price_change DISABLE TRIGGER USER',
    'DROP INDEX price_change_created_at_id_idx',
    'GRANT DELETE ON history_entry TO portal_app',
    'CREATE TABLE surplus (id int)',
    "UPDATE _prisma_migrations SET checksum = 'another'",
    'REVOKE CONNECT ON DATABASE :database FROM PUBLIC',
    "ALTER DATABASE :database SET work_mem = '8MB'",
    "CREATE OR REPLACE FUNCTION refuse_alteration() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  ])('is not used again after %s', async (statement) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query('BEGIN');
    await client.query(statement.replace(':database', rows[0]?.name ?? ''));
    expect(await cleared()).toBe(false);
    await client.query('ROLLBACK');
  });
});

test('a transaction that a test has left open is ended', async () => {
  const left = await portal.deps.database.pool.connect();
  const ended = new Promise((resolve) => left.once('error', resolve));
  await left.query('BEGIN');
  await left.query('LOCK TABLE outbox IN ROW EXCLUSIVE MODE');
  expect(await clearRows(client, unused, structure)).toBe(true);
  await ended;
  left.release(true);
});
