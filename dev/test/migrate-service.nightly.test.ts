import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { freePort } from '../src/free-ports.ts';
import { commandIn } from '../src/pages.ts';
import { type Cluster, startCluster } from '../src/postgres/cluster.ts';

const MAIN = fileURLToPath(new URL('../../tools/migrate/src/main.ts', import.meta.url));
const ADMIN_PASSWORD = 'administrator-secret';
let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-prepare-'));
  cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  await query(cluster.url('postgres'), `ALTER ROLE postgres PASSWORD '${ADMIN_PASSWORD}'`);
}, 60_000);
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a database for a login, on the server of this test. */
function addressOf(user: string, password: string, database: string): string {
  return Object.assign(new URL(cluster.url(database)), { username: user, password }).href;
}

function settings(apiPassword: string) {
  return {
    DATABASE_ADMIN_URL: addressOf('postgres', ADMIN_PASSWORD, 'postgres'),
    DATABASE_URL: addressOf('portal_owner', 'owner-secret-0001', 'portal'),
    APP_DATABASE_URL: addressOf('portal_api', apiPassword, 'portal'),
    KEYCLOAK_DATABASE_URL: addressOf('keycloak', 'keycloak-secret-1', 'keycloak'),
  };
}

/** The command of the service, with nothing in the environment but its settings. */
function migrate(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => settle({ code, output }));
  });
}

test('makes databases and logins on a new server, with no more rights than each needs', async () => {
  const env = settings('api-secret-000001');
  const first = await migrate(env);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('20261121080000_initial') });
  expect(first.output).toContain('Zugang des Portals: portal_api');

  const roles = await query(
    env.DATABASE_ADMIN_URL,
    `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles
      WHERE rolname IN ('portal_owner', 'portal_api', 'keycloak') ORDER BY rolname`,
  );
  const plain = { rolsuper: false, rolcreatedb: false, rolcreaterole: false };
  expect(roles).toEqual([
    { rolname: 'keycloak', ...plain },
    { rolname: 'portal_api', ...plain },
    { rolname: 'portal_owner', ...plain, rolcreaterole: true },
  ]);
  await query(env.APP_DATABASE_URL, 'SELECT count(*) FROM pharmacy');
  // As intakes do (stage-package.ts); PUBLIC may no longer.
  await query(env.APP_DATABASE_URL, 'CREATE TEMP TABLE intake_row (pzn text)');
  await expect(query(env.APP_DATABASE_URL, 'UPDATE history_entry SET event = event')).rejects.toThrow(
    'permission denied',
  );
  await query(env.KEYCLOAK_DATABASE_URL, 'CREATE TABLE public.realm (id int)');
  const foreign = addressOf('keycloak', 'keycloak-secret-1', 'portal');
  await expect(query(foreign, 'SELECT 1')).rejects.toThrow('permission denied for database');

  const again = await migrate(env);
  expect(again).toEqual({ code: 0, output: 'Die Datenbank ist auf dem Stand.\nZugang des Portals: portal_api\n' });
}, 120_000);

test('takes over a new password of the api', async () => {
  const { APP_DATABASE_URL: before } = settings('api-secret-000001');
  const env = settings('api-secret-000002');
  expect((await migrate(env)).code).toBe(0);
  await query(env.APP_DATABASE_URL, 'SELECT 1');
  await expect(query(before, 'SELECT 1')).rejects.toThrow('password authentication failed');
}, 60_000);

test('rotation: each password is replaced as docs/operations.md says, the former ones are refused', async () => {
  const before = settings('api-secret-000002');
  expect((await migrate(before)).code).toBe(0);
  const superuser = 'administrator-secret-2';
  await query(before.DATABASE_ADMIN_URL, `ALTER ROLE postgres PASSWORD '${superuser}'`);
  const after = {
    DATABASE_ADMIN_URL: addressOf('postgres', superuser, 'postgres'),
    DATABASE_URL: addressOf('portal_owner', 'owner-secret-0002', 'portal'),
    APP_DATABASE_URL: addressOf('portal_api', 'api-secret-000003', 'portal'),
    KEYCLOAK_DATABASE_URL: addressOf('keycloak', 'keycloak-secret-2', 'keycloak'),
  };
  // What is connected stays so: it is only asked for its password when it connects.
  const atWork = new Client({ connectionString: before.APP_DATABASE_URL });
  await atWork.connect();
  expect((await migrate(after)).code).toBe(0);
  expect((await atWork.query('SELECT count(*)::int AS n FROM pharmacy')).rows).toEqual([{ n: 0 }]);
  await atWork.end();
  for (const name of Object.keys(after) as (keyof typeof after)[]) {
    expect([name, await query(after[name], 'SELECT 1 AS one')]).toEqual([name, [{ one: 1 }]]);
    await expect(query(before[name], 'SELECT 1')).rejects.toThrow('password authentication failed');
  }
  await query(after.DATABASE_ADMIN_URL, `ALTER ROLE postgres PASSWORD '${ADMIN_PASSWORD}'`);
}, 60_000);

test('a second login of the portal works beside the first, which can be dropped afterwards', async () => {
  const first = settings('api-secret-000004');
  const second = { ...first, APP_DATABASE_URL: addressOf('portal_api_2', 'api-secret-000005', 'portal') };
  expect((await migrate(first)).code).toBe(0);
  expect((await migrate(second)).code).toBe(0);
  for (const { APP_DATABASE_URL } of [first, second]) await query(APP_DATABASE_URL, 'SELECT count(*) FROM pharmacy');
  const drop = commandIn('docs/operations.md', 'DROP ROLE');
  await query(first.DATABASE_ADMIN_URL, `${drop} portal_api`);
  await expect(query(first.APP_DATABASE_URL, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await query(second.APP_DATABASE_URL, 'SELECT count(*) FROM pharmacy');
}, 60_000);

test('gives the portal its login where the owner has another name than the one who made the groups', async () => {
  const first = settings('api-secret-000006');
  expect((await migrate(first)).code).toBe(0);
  const other = {
    ...first,
    DATABASE_URL: addressOf('another_owner', 'owner-secret-0006', 'restored'),
    APP_DATABASE_URL: addressOf('another_api', 'api-secret-000006', 'restored'),
  };
  expect(await migrate(other)).toMatchObject({ code: 0, output: expect.stringContaining('another_api') });
  await query(other.APP_DATABASE_URL, 'SELECT count(*) FROM pharmacy');
}, 60_000);

test('says what is missing and ends with 78', async () => {
  const { code, output } = await migrate({ ...settings(''), DATABASE_ADMIN_URL: '' });
  expect(code).toBe(78);
  expect(output).toMatch(/APP_DATABASE_URL: (keine Adresse|das Passwort braucht)/);
});
