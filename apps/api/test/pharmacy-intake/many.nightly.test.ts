import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { asCustomerCentre, record, send } from './support.ts';

// All pharmacies of Germany, as at the first start and at a whole comparison (rule 23.1). Prints the times.

const PHARMACIES = 17_000;
let portal: TestPortal;
let crm: Client;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  crm = await asCustomerCentre(portal);
});
afterAll(() => portal?.close());

async function sendAll(other: (n: number) => Record<string, unknown>): Promise<string[]> {
  const outcomes = new Set<string>();
  const begun = performance.now();
  for (let first = 0; first < PHARMACIES; first += 1_000) {
    const part = Array.from({ length: 1_000 }, (_, at) => record(first + at + 1, other(first + at)));
    for (const { outcome } of (await send(crm, part)).outcomes) outcomes.add(outcome);
  }
  const ms = Math.round(performance.now() - begun);
  process.stdout.write(`${PHARMACIES} pharmacies ${[...outcomes].join()}: ${ms} ms\n`);
  return [...outcomes];
}

test.each([
  ['created', () => ({})],
  ['unchanged', () => ({})],
  ['changed', (n: number) => ({ name: `Linden-Apotheke ${n}`, active: 3, changedAt: '2026-03-09T09:00:00Z' })],
  ['changed', (n: number) => ({ name: `Linden-Apotheke ${n}`, active: 1, changedAt: '2026-03-09T10:00:00Z' })],
])('17,000 pharmacies are %s', async (outcome, other) => {
  expect(await sendAll(other)).toEqual([outcome]);
});
