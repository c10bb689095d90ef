import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { compareGerman } from '@portal/list-view';
import { deployMigrations, findDrift, findUnapplied, readMigrationStatus } from '@portal/migrate/migrate.ts';
import { operate } from '@portal/operate/operate.ts';
import { freePort } from '../src/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '../src/postgres/cluster.ts';
import { withDatabase } from '../src/postgres/with-database.ts';

let folder: string;
let cluster: Cluster;
let url: string;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-migrations-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  url = await ensureDatabase(cluster, 'portal');
  expect(await findUnapplied(url)).toEqual(expect.arrayContaining(['20261121080000_initial']));
  expect(await deployMigrations(url)).toEqual(expect.arrayContaining(['20261121080000_initial']));
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
    VALUES (1, 101, 't', 'Apotheke', 'Weg 1', '10115', 'Berlin');
    INSERT INTO product (pzn, name, producer) VALUES ('00000017', 'Salbe', 'Hersteller');
    INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version)
    VALUES (1, '00000017', 'OTC', now(), 'save', 'A', 1);
    INSERT INTO history_entry (apo_id, created_at, event, user_name) VALUES (1, now(), 'save', 'A')`);
}, 60_000);

afterAll(async () => {
  await client?.end();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => client.query('TRUNCATE price_item, price_update'));

test('of an address with several servers the one that may be written to is migrated', async () => {
  // At the first nobody listens; with the parameter that other programs choose by.
  const { host, pathname, username, password } = new URL(url);
  await ensureDatabase(cluster, 'read_only');
  await client.query('ALTER DATABASE read_only SET default_transaction_read_only = on');
  const several = `postgresql://${username}:${password}@127.0.0.1:${await freePort()},${host}${pathname}?target_session_attrs=read-write`;
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = several;
  try {
    expect(await withDatabase(findUnapplied)).toEqual([]);
    expect(await withDatabase(deployMigrations)).toEqual([]);
    process.env.DATABASE_URL = several.replace(pathname, '/read_only');
    await expect(withDatabase(deployMigrations)).rejects.toThrow('none of 2 database servers may be written to');
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
});

describe('a migration that does not come to its end', () => {
  const LATER = '20261123101000_pharmacy_versions';
  /** That one and all after it; the next start applies them without their contracts. */
  let missing: string[];
  let applied: string[];
  beforeAll(async () => {
    const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
    missing = (await readdir(folder)).filter((name) => name >= LATER && /^\d/.test(name)).sort();
    applied = missing.filter((name) => !name.endsWith('_contract'));
  });
  let half: string;
  let atWork: Client;
  beforeEach(async () => {
    half = await ensureDatabase(cluster, 'half');
    await deployMigrations(half, { before: LATER });
    atWork = new Client({ connectionString: half });
    await atWork.connect();
    await atWork.query('ALTER TABLE pharmacy RENAME COLUMN version TO in_the_way');
  });
  afterEach(async () => {
    await atWork?.end();
    await client.query('DROP DATABASE half WITH (FORCE)');
  });
  const clear = () => atWork.query('ALTER TABLE pharmacy RENAME COLUMN in_the_way TO version');

  test('says what is wrong, is named as missing, and is begun anew by the next start', async () => {
    await expect(deployMigrations(half)).rejects.toThrow('column not found: version of relation pharmacy');
    expect(await findUnapplied(half)).toEqual(missing);
    await clear();
    expect(await deployMigrations(half)).toEqual(applied);
    expect(await findUnapplied(half)).toEqual(missing.filter((name) => !applied.includes(name)));
  });

  test('also when its process was killed, but not while it is at work', async () => {
    await expect(deployMigrations(half)).rejects.toThrow('column not found');
    // A process that is killed says no more than that it has begun.
    await atWork.query('UPDATE _prisma_migrations SET rolled_back_at = NULL');
    await clear();
    expect(await findUnapplied(half)).toEqual(missing);
    await atWork.query('SELECT pg_advisory_lock(72707369)');
    const refused = expect(deployMigrations(half)).rejects.toThrow('failed migrations');
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369 AND NOT granted";
    while ((await atWork.query(waiting)).rowCount === 0) await pause(50);
    await atWork.query('SELECT pg_advisory_unlock(72707369)');
    await refused;
    expect(await deployMigrations(half)).toEqual(applied);
  });
});

test('after an upgrade the status names what waits for the next run, and nothing once that has run', async () => {
  const upgraded = await ensureDatabase(cluster, 'upgraded');
  const status = async () => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const code = await operate(['migrate', 'status'], { DATABASE_URL: upgraded }, { say, complain: say });
    return { code, said: said.join('\n') };
  };
  const [expand, contract] = ['20261126214200_label_print_items', '20261126214300_label_print_items_contract'];
  await deployMigrations(upgraded, { before: expand });
  expect(await status()).toEqual({ code: 1, said: expect.stringMatching(`^not applied: .*${expand}`) });
  await deployMigrations(upgraded);
  const { missing, waiting } = await readMigrationStatus(upgraded);
  expect({ missing, waits: waiting.includes(contract) }).toEqual({ missing: [], waits: true });
  expect(await status()).toEqual({
    code: 0,
    said: expect.stringMatching(
      `^up to date; .*${contract}.* waits for the next run: start it when every instance is of this`,
    ),
  });
  await deployMigrations(upgraded);
  expect(await status()).toEqual({ code: 0, said: 'up to date' });
});

// Rule 13.10.
test('contracts wait while a former build is at work, and raise the floor once it is gone', async () => {
  const rolled = await ensureDatabase(cluster, 'rolled');
  const former = new Client({ connectionString: rolled, application_name: 'preisportal-api' });
  await former.connect();
  const floor = async () => (await former.query('SELECT build_floor() AS floor')).rows[0].floor as string;
  const contracts = ['20261128080100_tills_contract', '20261129130100_builds_contract'];
  await deployMigrations(rolled, { before: '20261128041000' });
  await deployMigrations(rolled);
  expect((await readMigrationStatus(rolled)).waiting).toEqual(contracts);
  const said: string[] = [];
  const output = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) };
  expect(await operate(['migrate', 'deploy'], { DATABASE_URL: rolled }, output)).toBe(0);
  expect(said).toEqual(['nothing to apply; contracts wait while build 0.1.0 is at work']);
  expect(await floor()).toBe('0.1.0');
  await former.query(`SET application_name = 'psql'`);
  expect(await deployMigrations(rolled)).toEqual(contracts);
  expect(await floor()).toBe('0.2.0');
  await former.end();
});

test('a second deployment applies nothing, and migrations and schema agree', async () => {
  expect(await deployMigrations(url)).toEqual([]);
  expect(await findUnapplied(url)).toEqual([]);
  expect(await findDrift(url)).toBe('');
});

describe('price types (rule 3.2)', () => {
  const insert = (type: number, manual: number | null, calculated: number | null = 4.99) =>
    client.query(
      `INSERT INTO price_item (apo_id, pzn, product_group, price_type, manual_price, calculated_price, changed_at)
       VALUES (1, '00000017', 'OTC', $1, $2, $3, now())`,
      [type, manual, calculated],
    );

  test.each([
    [0, null, 4.99],
    [1, null, null],
    [2, 0.01, 4.99],
    [3, 99_999.99, 4.99],
  ])('type %d with own price %p is taken', async (type, manual, calculated) => {
    expect((await insert(type, manual, calculated)).rowCount).toBe(1);
  });

  test.each([
    [0, 5, 4.99],
    [1, 5, 4.99],
    [2, null, 4.99],
    [3, null, 4.99],
    [2, 0, 4.99],
    [3, -1, 4.99],
    [2, 100_000, 4.99],
    [0, null, 0],
    [4, 5, 4.99],
    [-1, null, 4.99],
  ])('type %d with own price %p and calculated price %p is refused', async (type, manual, calculated) => {
    await expect(insert(type, manual, calculated)).rejects.toMatchObject({ code: '23514' });
  });
});

test.each([
  `INSERT INTO product (pzn, name, producer) VALUES ('1234567', 'zu kurz', 'H')`,
  `INSERT INTO list_version (apo_id, product_group) VALUES (1, 'RX')`,
  `INSERT INTO list_version (apo_id, product_group, flag) VALUES (1, 'OTC', 3)`,
  'UPDATE pharmacy SET parent_apo_id = apo_id',
])('%s is refused', async (sql) => {
  await expect(client.query(sql)).rejects.toMatchObject({ code: '23514' });
});

test('one open package of a kind, pharmacy and group at a time', async () => {
  const open = (kind: string, group: string) =>
    client.query(
      `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at) VALUES ($1, 1, $2, now(), now())`,
      [kind, group],
    );
  await open('MDP', 'OTC');
  await open('QDP', 'OTC');
  await open('MDP', 'FREIWAHL');
  await expect(open('MDP', 'OTC')).rejects.toMatchObject({ code: '23505' });
  await client.query(`UPDATE price_update SET status = -1 WHERE kind = 'MDP' AND product_group = 'OTC'`);
  await open('MDP', 'OTC');
  await expect(open('XDP', 'OTC')).rejects.toMatchObject({ code: '23514' });
});

test.each([
  ['price_change', ", pzn, product_group, list_version) VALUES (1, now(), 'x', 'A', '00000017', 'OTC', 1)"],
  ['history_entry', ") VALUES (1, now(), 'x', 'A')"],
])('%s is only ever added to', async (table, values) => {
  await client.query(`INSERT INTO ${table} (apo_id, created_at, event, user_name${values}`);
  for (const sql of [`UPDATE ${table} SET event = 'x'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
    await expect(client.query(sql)).rejects.toThrow(`${table} is append-only`);
  }
});

test('de_portal sorts as in German', async () => {
  const { rows } = await client.query(
    `SELECT name FROM unnest(ARRAY['Zink', 'Öl', 'apfel', 'Ohr', 'Äther', 'Olive']) AS name ORDER BY name COLLATE de_portal`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['apfel', 'Äther', 'Ohr', 'Öl', 'Olive', 'Zink']);
});

test('de_portal_numeric sorts names as the browser does, numbers by their value, and leaves equal ones to the PZN (rule 2.16)', async () => {
  const names = [
    'Zink 10 mg',
    'Zink 05 mg',
    'ibu 400',
    'Öl 1,5 l',
    'IBU 60',
    'Zink 5 mg',
    'Öl 1,12 l',
    'Zink',
    '3 Salben',
    '20 Salben',
  ];
  const { rows } = await client.query(
    'SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS n (name, pzn) ORDER BY name COLLATE de_portal_numeric, pzn',
    [names],
  );
  const expected = [
    '3 Salben',
    '20 Salben',
    'IBU 60',
    'ibu 400',
    'Öl 1,5 l',
    'Öl 1,12 l',
    'Zink',
    'Zink 05 mg',
    'Zink 5 mg',
    'Zink 10 mg',
  ];
  expect(rows.map(({ name }) => name)).toEqual(expected);
  expect(names.toSorted(compareGerman)).toEqual(expected);
});
