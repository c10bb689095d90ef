import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChildPool } from '../../src/child-pool/pool.ts';
import type { SlotHolder } from '../../src/limits/semaphore.ts';
import { pharmacyIntakeHandlers } from '../../src/modules/pharmacy-intake/index.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { record } from './support.ts';

// Rules 13.18 and 13.19: pharmacies are taken in one call after the other.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
});
afterAll(() => portal?.close());

/** Pharmacies in the order in which they were stored, of calls that wait while another writer has the table. */
async function takeIn(calls: readonly { n: number; holder: SlotHolder; leaves?: true }[]) {
  const { createPharmacy } = pharmacyIntakeHandlers(portal.deps, {} as ChildPool);
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN');
  await connection.query('LOCK TABLE pharmacy IN EXCLUSIVE MODE');
  const order: string[] = [];
  const all = calls.map(async ({ n, holder, leaves }) => {
    const leaving = new AbortController();
    const caller = { subject: 'x', userName: 'Rolf Rater', access: { staff: true } };
    const body = { pharmacy: record(n) };
    const call = { body, caller, holder, signal: leaving.signal } as unknown as Parameters<typeof createPharmacy>[0];
    const made = Promise.resolve(createPharmacy(call)).then(
      () => order.push(`${n}`),
      () => order.push(`${n} left`),
    );
    await setImmediate();
    if (leaves) leaving.abort();
    await made;
  });
  for (let turns = 0; turns < 20; turns += 1) await setImmediate();
  const whileLocked = [...order];
  await connection.query('ROLLBACK');
  connection.release();
  await Promise.all(all);
  return { whileLocked, order };
}

test('who leaves gives up his turn at once, not when those before him are done', async () => {
  const holder = { person: 'anna' };
  const { whileLocked, order } = await takeIn([
    { n: 1, holder },
    { n: 2, holder, leaves: true },
    { n: 3, holder },
  ]);
  expect(whileLocked).toEqual(['2 left']);
  expect(order).toEqual(['2 left', '1', '3']);
});

test('turns go round by person', async () => {
  const [anna, bert] = [{ person: 'anna' }, { person: 'bert' }];
  const { order } = await takeIn([
    { n: 11, holder: anna },
    { n: 12, holder: anna },
    { n: 13, holder: anna },
    { n: 14, holder: anna },
    { n: 15, holder: bert },
  ]);
  expect(order.indexOf('15')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(5);
});
