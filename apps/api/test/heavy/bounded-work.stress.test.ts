import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOSTILE_WORKBOOKS } from '../files/hostile-workbooks.ts';
import { type AttackStage, FORM_TYPE, formOf, openAttackStage } from './attack-stage.ts';
import {
  expectBodiesBounded,
  expectIntakeOpen,
  expectHalfUploadsBounded,
  expectPrintingOpen,
  expectUploadsBounded,
  workbook,
} from './attacks.ts';

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

const ROW = '01234562;Salbe mit einem längeren Namen;20 g;12,34;11,11\n';
const LIST = Buffer.from(`PZN;Name;Packung;Preis;AEP\n${ROW.repeat(100_000)}`);

describe('saves and lists of others go on while accounts of one pharmacy', () => {
  test.each(HOSTILE_WORKBOOKS.map(([name, size, make]) => [name, size, make] as const))(
    'upload workbooks of %s',
    (_, size, make) => expectUploadsBounded(stage, make(size), 2),
    120_000,
  );
  test(
    'upload 34 workbooks at once',
    () => expectUploadsBounded(stage, workbook('shared texts', 150_000), 34),
    120_000,
  );
  test('upload 12 lists of 100,000 rows at once', () => expectUploadsBounded(stage, LIST, 12), 120_000);
  test('send bodies of 17 MB by halves', () => expectBodiesBounded(stage, { count: 8, bytes: 17 * 2 ** 20 }), 120_000);
  test('send small bodies by halves', () => expectBodiesBounded(stage, { count: 250, bytes: 200 }), 120_000);
  test(
    'send uploads of 19 MB by halves',
    () => expectHalfUploadsBounded(stage, { count: 15, bytes: 19 * 2 ** 20 }),
    120_000,
  );
  test('print characters of all kinds', () => expectPrintingOpen(stage, 30), 240_000);
});

test('eleven deliveries that come by halves leave the intake open', () => expectIntakeOpen(stage, 11), 60_000);

test('the server grows by less than 200 MB in all of it', async () => {
  expect((await stage.metric('process_resident_memory_bytes')) / 2 ** 20).toBeLessThan(500);
});

test('a body that has stopped coming is ended within twenty seconds', async () => {
  const sent = formOf(Buffer.from('PZN;Preis\n'), { type: 'priceimport' }, { isWhole: false });
  const half = [
    stage.halfSend(stage.owner, '/api/price/csvMetaData', { type: FORM_TYPE, announced: 5_000, sent }),
    stage.halfSend(stage.owner, `/api/price/${stage.pharmacy.crmCompanyId}/${stage.pharmacy.token}`, {
      type: 'application/json',
      announced: 5_000,
      sent: Buffer.from('{"products":['),
      method: 'PUT',
    }),
  ];
  const began = performance.now();
  expect(await Promise.all(half.map(({ status }) => status))).toEqual([408, 408]);
  expect(performance.now() - began).toBeLessThan(22_000);
}, 60_000);
