import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/database.ts';
import { createWriterLimit } from '../../src/db/writer-limit.ts';
import { isTransientError } from '../../src/http/transient-errors.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';

let portal: TestPortal;
beforeEach(async () => {
  portal = await startPortal();
});
afterEach(() => portal.close());

const settled = (work: Promise<unknown>) => work.then(String, (error: Error) => error);

test('writers that wait leave a third of the connections to readers, and one without a slot learns it in time', async () => {
  const database = openDatabase({ url: portal.databaseUrl, pool: 3 }, portal.deps.logger);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const bothBegun = Promise.withResolvers<void>();
  const write = () =>
    database.transaction(async (connection) => {
      await connection.query('SELECT 1');
      begun += 1;
      if (begun === 2) bothBegun.resolve();
      await held;
      return 'written';
    });
  const writers = [write(), write()].map(settled);
  const late = [write(), database.write((db) => db.query('SELECT 1'))].map(settled);
  await bothBegun.promise;
  // The third connection: whatever reads, also a transaction that does nothing else.
  for (let call = 0; call < 5; call += 1) {
    expect((await database.pool.query('SELECT 7 AS n')).rows).toEqual([{ n: 7 }]);
    const read = database.transaction((db) => db.query('SELECT 8 AS n'), { readsOnly: true });
    expect((await read).rows).toEqual([{ n: 8 }]);
  }
  expect(begun).toBe(2);
  const refused = await Promise.all(late);
  expect(refused.map(isTransientError)).toEqual([true, true]);
  release();
  expect(await Promise.all(writers)).toEqual(['written', 'written']);
  expect(await settled(write())).toBe('written');
  await database.close();
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [6, 4],
  [12, 8],
  [200, 134],
])('of %d connections writers may hold %d', async (connections, slots) => {
  const asWriter = createWriterLimit(connections, 60_000);
  let begun = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = Array.from({ length: connections }, () =>
    asWriter(async () => {
      begun += 1;
      await held;
    }),
  );
  await Promise.resolve();
  expect(begun).toBe(slots);
  release();
  await Promise.all(work);
  expect(begun).toBe(connections);
});

test('a slot is free again after an error, and goes to the writer that waits longest', async () => {
  const asWriter = createWriterLimit(2, 60_000);
  const order: string[] = [];
  const fail = asWriter(async () => {
    await Promise.resolve();
    throw new Error('it fails');
  });
  const others = ['first', 'second'].map((name) => asWriter(async () => void order.push(name)));
  await expect(fail).rejects.toThrow('it fails');
  await Promise.all(others);
  expect(order).toEqual(['first', 'second']);
});
