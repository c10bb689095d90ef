import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { to as copyTo } from 'pg-copy-streams';
import { REASON } from '@portal/contracts';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { PrimaryClient } from '../../src/db/primary-client.ts';
import { PortalError } from '../../src/http/errors.ts';
import { runInCall } from '../../src/limits/call-context.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy } from '../support/seed.ts';

// Rule 13.18: whose caller leaves is cancelled, and its connection serves the next one.

let portal: TestPortal;
let database: Database;
beforeAll(async () => {
  portal = await startPortal();
  await seedPharmacy(portal.database, 1);
  database = openDatabase({ url: portal.databaseUrl, pool: 1 }, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database?.close();
  await portal?.close();
});

const backend = () => database.read(async (connection) => (connection as PrimaryClient).backend);
const nameOf = async () =>
  (await database.pool.query('SELECT name FROM pharmacy WHERE apo_id = 500001')).rows[0] as { name: string };

/** Its caller leaves after so long. */
function leaving<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const leave = new AbortController();
  setTimeout(() => leave.abort(new Error('left')), ms);
  return runInCall({ holder: {}, signal: leave.signal }, work);
}

test('a connection is cancelled, rolled back and used again', async () => {
  const before = await backend();
  const left = leaving(50, () =>
    database.transaction(async (connection) => {
      await connection.query(`UPDATE pharmacy SET name = 'Linden-Apotheke' WHERE apo_id = 500001`);
      await connection.query('SELECT pg_sleep(60)');
    }),
  );
  await expect(left).rejects.toMatchObject({ code: '57014' });
  expect(await nameOf()).toEqual({ name: 'Test-Apotheke 1' });
  expect(await backend()).toBe(before);
});

test('also between two queries, and with what somebody swallowed', async () => {
  const before = await backend();
  const left = leaving(20, () =>
    database.transaction(async (connection) => {
      await connection.query(`UPDATE pharmacy SET name = 'Linden-Apotheke' WHERE apo_id = 500001`);
      await pause(60);
      await connection.query('SELECT 1').catch(() => undefined);
    }),
  );
  await expect(left).rejects.toThrow('left');
  expect(await nameOf()).toEqual({ name: 'Test-Apotheke 1' });
  expect(await backend()).toBe(before);
});

test('nothing of a COPY that was given up reaches the next one', async () => {
  for (let n = 0; n < 10; n += 1) {
    const left = leaving(n * 5, () =>
      database.read(async (connection) => {
        const lines = connection.query(copyTo('COPY (SELECT pg_sleep(0.01) FROM generate_series(1, 6000)) TO STDOUT'));
        for await (const _ of lines) continue;
      }),
    );
    await expect(left).rejects.toMatchObject(n === 0 ? {} : { code: '57014' });
    expect((await database.pool.query('SELECT $1::int AS n', [n])).rows).toEqual([{ n }]);
  }
});

test('a refusal does not cost the connection, an error in the middle of a stream does', async () => {
  const before = await backend();
  const refused = database.read(async (connection) => {
    await connection.query('SELECT 1');
    throw new PortalError(404, REASON.notFound, 'Nicht gefunden.');
  });
  await expect(refused).rejects.toThrow('Nicht gefunden.');
  expect(await backend()).toBe(before);
  const broken = database.read(async (connection) => {
    connection.query(copyTo('COPY (SELECT pg_sleep(0.01) FROM generate_series(1, 6000)) TO STDOUT'));
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await backend()).not.toBe(before);
});

test('a cancellation meets nobody who comes after it', async () => {
  for (let n = 0; n < 150; n += 1) {
    const left = leaving(n % 12, () =>
      database.transaction(async (connection) => {
        for (let at = 0; at < 20; at += 1) await connection.query('SELECT pg_sleep(0.001)');
      }),
    );
    const next = database.pool.query('SELECT $1::int AS n', [n]);
    const why = await left.then(
      () => 'left',
      ({ code, message }: { code?: string; message: string }) => code ?? message,
    );
    expect(['57014', 'left']).toContain(why);
    expect((await next).rows).toEqual([{ n }]);
  }
});
