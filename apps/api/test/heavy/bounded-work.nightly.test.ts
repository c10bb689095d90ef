import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AttackStage, openAttackStage } from './attack-stage.ts';
import {
  expectBodiesBounded,
  expectIntakeOpen,
  expectHalfUploadsBounded,
  expectEndWithClient,
  expectPrintingOpen,
  expectUploadsBounded,
  workbook,
} from './attacks.ts';

// A short run of each kind of attack; bounded-work.stress.test.ts has them in full.
let stage: AttackStage;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'preisportal-test-bounds-'));
  stage = await openAttackStage(temporary);
}, 120_000);
afterAll(async () => {
  await stage?.close();
  await rm(temporary, { recursive: true, force: true });
});

// Rule 13.4.
describe('saves and lists of others go on while accounts of one pharmacy', () => {
  test(
    'upload a workbook of many sheets and relationships 12 times at once',
    () => expectUploadsBounded(stage, workbook('sheets × relationships', 20_000), 12),
    60_000,
  );
  test('send bodies by halves', () => expectBodiesBounded(stage, { count: 8, bytes: 4 * 2 ** 20 }), 60_000);
  test('send many small bodies by halves', () => expectBodiesBounded(stage, { count: 120, bytes: 200 }), 60_000);
  test('send uploads by halves', () => expectHalfUploadsBounded(stage, { count: 9, bytes: 2 * 2 ** 20 }), 60_000);
  test('print characters of all kinds', () => expectPrintingOpen(stage, 6), 60_000);
});

test(
  'a client that leaves takes the reading of its workbook along',
  () => expectEndWithClient(stage, workbook('rows of empty cells', 90_000)),
  60_000,
);

test('three deliveries that come by halves leave the intake open', () => expectIntakeOpen(stage, 3), 60_000);

test('an upload with a long answer logs no warning of listeners', async () => {
  const content = `PZN;Preis\n${Array.from({ length: 700 }, (_, at) => `01234562;${at},99\n`).join('')}`;
  const fields = { type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'Preis' };
  const answer = await stage.owner.client.upload('/api/price/import', { name: 'a.csv', content }, fields);
  expect(answer).toMatchObject({ status: 200, body: { faultyTotal: 700 } });
  expect(stage.instance.log()).not.toContain('MaxListenersExceededWarning');
}, 30_000);
