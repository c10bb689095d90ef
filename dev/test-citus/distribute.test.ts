import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { distribute, undistribute } from '@portal/migrate/distribute.ts';
import { deployMigrations, findUnapplied } from '@portal/migrate/migrate.ts';
import { runScript } from '@portal/migrate/run-script.ts';
import pg from 'pg';
import { createClusterDatabase } from '../src/test-database.ts';

let database: Awaited<ReturnType<typeof createClusterDatabase>>;
let client: pg.Client;
beforeEach(async () => {
  database = await createClusterDatabase(process.env.PORTAL_CITUS_URL ?? '', `distribute_${process.pid}`);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client?.end();
  await database?.drop();
});

/** Before this one it distributes; the later ones then find a distributed database. */
const LATER = '20261123000100_open_work_on_nodes';

const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
const rows = () =>
  read(`SELECT concat_ws(' ', 'list', apo_id, product_group, version) FROM list_version
        UNION ALL SELECT concat_ws(' ', 'entry', apo_id, event) FROM history_entry
        UNION ALL SELECT concat_ws(' ', 'step', apo_id, product_group, version) FROM list_step
        UNION ALL SELECT concat_ws(' ', 'package', apo_id, id) FROM price_update
        UNION ALL SELECT concat_ws(' ', 'work', apo_id, version) FROM open_work ORDER BY 1`);
const SEEDED = [
  'entry 11 saved',
  'list 11 OTC 7',
  'list 12 OTC 8',
  'package 11 31',
  'step 11 OTC 7',
  'step 12 OTC 8',
  'work 11 5',
];

async function seed(): Promise<void> {
  await client.query(`INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
    SELECT id, id + 100, 't', 'n', 's', 'z', 'c' FROM unnest(ARRAY[11, 12]) id`);
  await client.query(`INSERT INTO list_version (apo_id, product_group, version) VALUES (11, 'OTC', 7), (12, 'OTC', 8)`);
  await client.query(
    `INSERT INTO history_entry (apo_id, created_at, event, user_name) VALUES (11, now(), 'saved', 'A')`,
  );
  // A trigger that is due at the end of a transaction notes that it came.
  await client.query(`INSERT INTO price_update (id, kind, apo_id, product_group, created_at, updated_at)
    VALUES (31, 'MDP', 11, 'OTC', now(), now())`);
  await client.query('UPDATE open_work SET version = 5 WHERE apo_id = 11');
}

test('rows go to the nodes and come back, with what guards them; later migrations and tables follow', async () => {
  await deployMigrations(database.url, { before: LATER });
  await seed();
  expect(await distribute(database.url, { parts: 4 })).toEqual(expect.arrayContaining(['pharmacy', 'price_change']));
  expect(await rows()).toEqual(SEEDED);
  const whole = `SELECT table_name::text FROM citus_tables WHERE citus_table_type = `;
  expect(await read(`${whole} 'reference' ORDER BY 1`)).toEqual([
    'pharmacy',
    'product',
    'product_block',
    'product_master',
  ]);
  expect(
    await read(`SELECT count(DISTINCT colocation_id)::int FROM citus_tables WHERE citus_table_type = 'distributed'`),
  ).toEqual([1]);
  await expect(client.query('DELETE FROM history_entry WHERE apo_id = 11')).rejects.toThrow('append-only');
  expect(await distribute(database.url)).toEqual([]);

  await client.query(`CREATE TABLE later (apo_id int NOT NULL REFERENCES pharmacy, id int NOT NULL, PRIMARY KEY (apo_id, id));
    REVOKE DELETE ON later FROM portal_app`);
  expect(await deployMigrations(database.url)).toContain(LATER);
  // the contracts, on a distributed database
  await deployMigrations(database.url);
  expect(await findUnapplied(database.url)).toEqual([]);
  expect(await read(`${whole} 'distributed' AND table_name = 'later'::regclass`)).toEqual(['later']);
  expect(await read(`SELECT has_table_privilege('portal_app', 'later', 'DELETE')`)).toEqual([false]);
  const notWritten = `SELECT has_table_privilege('portal_app', 'history_unproved', 'INSERT, UPDATE, DELETE')`;
  expect(await read(notWritten)).toEqual([false]);

  const pool = new pg.Pool({ connectionString: database.url });
  const alterBoth = 'ALTER TABLE saved_view ADD COLUMN later int; ALTER TABLE pharmacy ADD COLUMN later int';
  await runScript(pool, alterBoth);
  await pool.end();

  expect(await undistribute(database.url)).toEqual(expect.arrayContaining(['later', 'pharmacy', 'price_change']));
  expect(await read('SELECT count(*)::int FROM citus_tables')).toEqual([0]);
  expect(await rows()).toEqual(SEEDED);
  await expect(client.query('DELETE FROM history_entry WHERE apo_id = 11')).rejects.toThrow('append-only');
  expect(await read(`SELECT has_table_privilege('portal_app', 'history_entry', 'DELETE')`)).toEqual([false]);
  expect(await read(notWritten)).toEqual([false]);
});

test('logins that were there before are known on every server, and so are those of other databases when it is done again', async () => {
  const [api, reports] = [`api_${process.pid}`, `reports_${process.pid}`];
  await deployMigrations(database.url);
  await seed();
  // As one makes them by docs/operations.md: nobody is in the portal's database, so its workers hear nothing of it.
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/postgres';
  const postgres = new pg.Client({ connectionString: elsewhere.href });
  await postgres.connect();
  try {
    await postgres.query(`CREATE ROLE ${api} LOGIN PASSWORD '${api}' IN ROLE portal_app`);
    await distribute(database.url, { parts: 4 });
    expect(await listsAs(api)).toEqual([7, 8]);

    await postgres.query(`CREATE ROLE ${reports} LOGIN PASSWORD '${reports}' IN ROLE portal_readonly`);
    await expect(listsAs(reports)).rejects.toThrow('does not exist');
    expect(await distribute(database.url)).toEqual([]);
    expect(await listsAs(reports)).toEqual([7, 8]);
    expect(await read(`SELECT to_regclass('logins_on_their_way')`)).toEqual([null]);
    // no rights of their own, by which the login could not be dropped
    expect(
      await read(`SELECT grantee::text FROM information_schema.role_table_grants WHERE grantee = '${api}'`),
    ).toEqual([]);
  } finally {
    for (const login of [api, reports]) await client.query(`DROP ROLE IF EXISTS ${login}`);
    await postgres.end();
  }
});

/** The versions of all lists, of whichever server, as this login sees them. */
async function listsAs(login: string): Promise<number[]> {
  const url = new URL(database.url);
  [url.username, url.password] = [login, login];
  const caller = new pg.Client({ connectionString: url.href });
  await caller.connect();
  try {
    const { rows } = await caller.query<{ version: number }>('SELECT version::int FROM list_version ORDER BY apo_id');
    return rows.map(({ version }) => version);
  } finally {
    await caller.end();
  }
}
