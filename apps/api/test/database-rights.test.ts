import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { warnOfTooManyRights } from '../src/db/check-rights.ts';
import { startPortal, type TestPortal } from './support/portal.ts';
import { seedPharmacy } from './support/seed.ts';

let portal: TestPortal;
const query = (sql: string) => portal.deps.database.pool.query(sql);

beforeAll(async () => {
  portal = await startPortal();
  const { apoId } = await seedPharmacy(portal.database, 1);
  await query(`INSERT INTO history_entry (apo_id, created_at, event, user_name) VALUES (${apoId}, now(), 'save', 'A')`);
  await query(`INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version)
               VALUES (${apoId}, '00000017', 'OTC', now(), 'save', 'A', 1)`);
});
afterAll(() => portal?.close());

// Rule 11.2.
test('the api connects as a member of portal_app and of nothing else', async () => {
  const { rows } = await query(
    `SELECT r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls, array_agg(g.rolname::text) AS groups
       FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid JOIN pg_roles g ON g.oid = m.roleid
      WHERE r.rolname = current_user GROUP BY r.oid, r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls`,
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, groups: ['portal_app'] },
  ]);
});

test.each([
  "UPDATE history_entry SET user_name = 'B'",
  'DELETE FROM history_entry',
  'TRUNCATE history_entry',
  'UPDATE price_change SET new_price = 1',
  'DELETE FROM price_change',
  'TRUNCATE price_change',
  "INSERT INTO history_entry (id, apo_id, created_at, event, user_name) SELECT id, apo_id, now(), 'x', 'B' FROM history_entry ON CONFLICT (apo_id, id) DO UPDATE SET user_name = 'B'",
  'SELECT * FROM history_entry WHERE apo_id = 1 FOR UPDATE',
  'DELETE FROM pharmacy',
])('the api has no right to %s', async (sql) => {
  await expect(query(sql)).rejects.toMatchObject({
    code: '42501',
    message: expect.stringMatching(/permission denied/),
  });
});

test.each([
  'ALTER TABLE history_entry DISABLE TRIGGER ALL',
  'DROP TRIGGER history_entry_append_only ON history_entry',
  'DROP TABLE price_change',
])('the api does not own the tables: %s', async (sql) => {
  await expect(query(sql)).rejects.toMatchObject({ code: '42501', message: expect.stringMatching(/must be owner/) });
});

test('the api may not make tables of its own or give itself rights', async () => {
  await expect(query('CREATE TABLE mine (id int)')).rejects.toMatchObject({ code: '42501' });
  // Without the right to grant, PostgreSQL warns and grants nothing.
  await query('GRANT UPDATE ON history_entry TO portal_app').catch(() => undefined);
  const { rows } = await query(`SELECT has_table_privilege('history_entry', 'UPDATE') AS may`);
  expect(rows).toEqual([{ may: false }]);
});

test('what the triggers refuse they refuse to the owner too', async () => {
  for (const sql of ["UPDATE history_entry SET user_name = 'B'", 'DELETE FROM price_change']) {
    await expect(portal.database.pool.query(sql)).rejects.toThrow(/append-only/);
  }
});

test('the server warns at its start when its login could alter the history', async () => {
  const warnings: unknown[] = [];
  const logger = { warn: (...said: unknown[]) => void warnings.push(said[1]) };
  expect(await warnOfTooManyRights(portal.deps.database.pool, logger)).toBe(false);
  expect(warnings).toEqual([]);
  expect(await warnOfTooManyRights(portal.database.pool, logger)).toBe(true);
  expect(warnings).toEqual(['this database login could alter the history; use a member of portal_app']);
});

test('every table can be read by the api and by portal_readonly, which can do nothing else', async () => {
  const { rows } = await portal.database.pool.query(
    `SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
        AND NOT (has_table_privilege('portal_app', c.oid, 'SELECT') AND has_table_privilege('portal_readonly', c.oid, 'SELECT')
                 AND NOT has_table_privilege('portal_readonly', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`,
  );
  expect(rows).toEqual([]);
});
