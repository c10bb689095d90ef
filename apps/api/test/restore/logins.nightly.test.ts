import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { admitMembers } from '@portal/migrate/prepare.ts';
import pg from 'pg';
import { startPortal, type TestPortal } from '../support/portal.ts';

/** A database that somebody makes by hand and whose owner has another name, as after a restore on a new server. */
const suffix = randomUUID().slice(0, 8);
const [OWNER, STRANGER, NAME] = [`owner_${suffix}`, `stranger_${suffix}`, `restored_${suffix}`];
let portal: TestPortal;
let server: pg.Client;

const addressOf = (url: string, login?: string) =>
  Object.assign(new URL(url), { pathname: `/${NAME}`, ...(login ? { username: login, password: login } : {}) }).href;
const own = () => portal.database.pool.options.connectionString as string;

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  portal = await startPortal();
  server = new pg.Client({ connectionString: own() });
  await server.connect();
  await server.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${OWNER}'`);
  await server.query(`CREATE ROLE ${STRANGER} LOGIN PASSWORD '${STRANGER}'`);
  await server.query(`CREATE DATABASE ${NAME} OWNER ${OWNER} TEMPLATE template0`);
});
afterAll(async () => {
  await server.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
  await server.query(`DROP ROLE ${OWNER}`);
  await server.query(`DROP ROLE ${STRANGER}`);
  await server.end();
  await portal.close();
});

test('another owner runs the migrations, and afterwards the portal gets in and other logins of the server do not', async () => {
  const owner = addressOf(own(), OWNER);
  expect(await ask(addressOf(own(), STRANGER), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  expect((await deployMigrations(owner)).length).toBeGreaterThan(20);
  await admitMembers(owner);

  expect(await ask(owner, "SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname = 'public'")).toEqual([
    { owner: OWNER },
  ]);
  await expect(ask(addressOf(own(), STRANGER), 'SELECT 1')).rejects.toMatchObject({ code: '42501' });
  expect(await ask(addressOf(portal.databaseUrl), 'SELECT count(*)::int AS pharmacies FROM pharmacy')).toEqual([
    { pharmacies: 0 },
  ]);
  expect(await ask(addressOf(portal.databaseUrl), 'CREATE TEMP TABLE intake_row (pzn text)')).toEqual([]);
  await expect(ask(addressOf(portal.databaseUrl), 'DELETE FROM history_entry')).rejects.toMatchObject({
    code: '42501',
  });
});
