import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openDatabase } from '../../src/db/database.ts';
import { isTransientError } from '../../src/http/transient-errors.ts';
import { cutOff } from '../../src/db/primary-client.ts';
import { findPrimary, serverUrls } from '../../src/db/servers.ts';
import { freePort } from '../support/api-instance.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';

const silent = pino({ level: 'silent' });
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** The address of the test's database, with a server in front of it where nobody listens. */
async function twoServers(): Promise<string> {
  return portal.databaseUrl.replace(/@([^/]+)\//, `@127.0.0.1:${await freePort()},$1/`);
}

test.each([
  ['postgresql://u:p@a:5432/portal', ['postgresql://u:p@a:5432/portal']],
  [
    'postgresql://u:p@a,b:5433,[::1]:5434/portal?sslmode=require',
    [
      'postgresql://u:p@a/portal?sslmode=require',
      'postgresql://u:p@b:5433/portal?sslmode=require',
      'postgresql://u:p@[::1]:5434/portal?sslmode=require',
    ],
  ],
  ['postgresql://u:a,b@c/portal', ['postgresql://u:a,b@c/portal']],
])('%s stands for its servers', (url, servers) => {
  expect(serverUrls(url)).toEqual(servers);
});

test('of several servers the one that answers and may be written to is used, by pg and by Prisma', async () => {
  const url = await twoServers();
  expect((await findPrimary(serverUrls(url))).url).toBe(serverUrls(url)[1]);
  const database = openDatabase({ url, pool: 2 }, silent);
  try {
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await database.prisma.pharmacy.count()).toBe(0);
  } finally {
    await database.close();
  }
});

test('a server that is read-only is not used, and the caller is told to come again', async () => {
  const url = `${portal.databaseUrl}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  await expect(findPrimary([url])).rejects.toThrow('none of 1 database servers may be written to');
  const error: unknown = await findPrimary([url]).catch((thrown: unknown) => thrown);
  expect(isTransientError(error)).toBe(true);
});

test('a write to a server that has become read-only fails as passing, and ends the connection', async () => {
  const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
  try {
    const { rows: before } = await database.pool.query('SELECT pg_backend_pid() AS pid');
    const refused: unknown = await database
      .transaction(async (connection) => {
        await connection.query('SET TRANSACTION READ ONLY');
        await connection.query('DELETE FROM saved_view');
      })
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: '25006' });
    expect(isTransientError(refused)).toBe(true);
    const { rows: after } = await database.pool.query('SELECT pg_backend_pid() AS pid');
    expect(after).not.toEqual(before);
  } finally {
    await database.close();
  }
});

test.each([
  ['failure on connection marked as essential: 10.0.0.7:5432', 'XX000', true],
  ['server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally', 'XX000', true],
  ['terminating connection due to administrator command', 'XX000', true],
  ['cache lookup failed for relation 16384', 'XX000', false],
  ['failure on connection marked as essential: 10.0.0.7:5432', '22000', false],
])('of several servers one is lost: %s, with %s, passes: %s', (message, code, passes) => {
  expect(isTransientError(Object.assign(new Error(message), { code }))).toBe(passes);
});

test('a connection that is broken off fails its query as passing and is never given out again', async () => {
  const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
  try {
    const lost = database
      .transaction(async (connection) => {
        const late = connection.query(`SELECT 'late' AS answer, pg_sleep(0.2)`);
        setTimeout(() => cutOff(connection, 'the database server does not answer'), 20);
        await late;
      })
      .catch((thrown: unknown) => thrown);
    const next = database.pool.query(`SELECT 'own' AS answer`);
    expect(isTransientError(await lost)).toBe(true);
    expect((await next).rows).toEqual([{ answer: 'own' }]);
  } finally {
    await database.close();
  }
});

test('an answer after the wait for the replica was ended is none, though the server acknowledges it', async () => {
  const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
  const connection = await database.pool.connect();
  try {
    // What PostgreSQL says then comes with the acknowledgement, in one piece.
    connection.once('notice', () => connection.emit('notice', { routine: 'SyncRepWaitForLSN' }));
    const answer = connection.query(`DO $$ BEGIN RAISE NOTICE 'first'; END $$`);
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'NoPrimary', code: '08006' });
    expect(isTransientError(error)).toBe(true);
  } finally {
    connection.release(true);
    await database.close();
  }
});
