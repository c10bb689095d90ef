import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockPharmacyRows, type PharmacyLock } from '../../src/modules/price-writing/index.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy } from '../support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
});
afterEach(async () => {
  for (const { release } of writers) release(); // those of a test that failed half way
  await Promise.allSettled(writers.map(({ done }) => done));
  await portal.close();
});

const granted: string[] = [];
const writers: { release(): void; done: Promise<void> }[] = [];
beforeEach(() => {
  granted.length = 0;
  writers.length = 0;
});

/** A transaction that asks for the pharmacy and, once it has it, holds it until `release`. */
function writer(name: string, strength: PharmacyLock) {
  const release = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<number>();
  const has = Promise.withResolvers<void>();
  const done = portal.deps.database.transaction(async (connection) => {
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    asked.resolve(rows[0]?.pid as number);
    await lockPharmacyRows(connection, [pharmacy.apoId], strength);
    granted.push(name);
    has.resolve();
    await release.promise;
  });
  /** Resolves when the writer stands in line or, wrongly, has been let past it. */
  const waits = async () => {
    const pid = await asked.promise;
    while (!granted.includes(name)) {
      const { rows } = await portal.database.pool.query<{ waits: boolean }>(
        'SELECT cardinality(pg_blocking_pids($1)) > 0 AS waits',
        [pid],
      );
      if (rows[0]?.waits) return;
    }
  };
  const result = { has: has.promise, release: () => release.resolve(), waits, done };
  writers.push(result);
  return result;
}

// Rule 13.13.
test('whoever waits to change a pharmacy goes before those who ask to read it later', async () => {
  const first = writer('reads first', 'read');
  await first.has;
  const change = writer('changes', 'change');
  await change.waits();
  const second = writer('reads later', 'read');
  await second.waits();
  expect(granted).toEqual(['reads first']);
  first.release();
  await change.has;
  expect(granted).toEqual(['reads first', 'changes']);
  change.release();
  second.release();
  await Promise.all([first.done, change.done, second.done]);
  expect(granted).toEqual(['reads first', 'changes', 'reads later']);
});

test('the clock passes over a pharmacy that somebody waits to change, and does not hold it', async () => {
  const first = writer('reads first', 'read');
  await first.has;
  const change = writer('changes', 'change');
  await change.waits();
  const passed = await portal.deps.database.transaction((connection) =>
    lockPharmacyRows(connection, [pharmacy.apoId], 'read', { skipLocked: true }),
  );
  expect(passed).toEqual([]);
  first.release();
  await change.has;
  change.release();
  await Promise.all([first.done, change.done]);
});

test('two who read hold the pharmacy together', async () => {
  const both = [writer('one', 'read'), writer('other', 'read')];
  await Promise.all(both.map(({ has }) => has));
  for (const { release } of both) release();
  await Promise.all(both.map(({ done }) => done));
  expect(granted).toHaveLength(2);
});
