import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { bodyBounds, ENDPOINTS } from '@portal/contracts';
import express, { type Request, type Response } from 'express';
import { readTextFile } from '../../src/http/read-body.ts';
import { createBodyMemory } from '../../src/limits/body-memory.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';

// Rules 13.4 and 13.16: the process that answers puts no large body together.

const MB = 2 ** 20;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());
afterEach(() => {
  jest.restoreAllMocks();
});

/** The largest buffer that was made. */
async function largestOf(work: () => Promise<unknown>): Promise<number> {
  const made = [jest.spyOn(Buffer, 'allocUnsafeSlow'), jest.spyOn(Buffer, 'concat')];
  await work();
  const sizes = made.flatMap(({ mock }) => mock.results.map(({ value }) => (value as Buffer).length));
  return Math.max(0, ...sizes);
}

test.each<[string, string, string, number]>([
  ['combining marks', 'text/csv', `PZN;VK\r\n${`${`a${'\u0301'.repeat(8)}`.repeat(500)}\r\n`.repeat(2_000)}`, 422],
  ['rows', 'application/json', `{"prices":[${'{"pzn":"x","price":1,"a":"b"},'.repeat(99_999)}0]}`, 422],
])('an inventory of %s is never in one buffer here', async (_, type, content, status) => {
  const pharmacy = await seedPharmacy(portal.database, type === 'text/csv' ? 1 : 2);
  const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
  const path = `/api/till/v1/${pharmacy.crmCompanyId}/inventory`;
  const largest = await largestOf(async () =>
    expect((await till.post(path).set('Content-Type', type).send(content)).status).toBe(status),
  );
  expect(largest).toBeLessThanOrEqual(MB);
});

test('a body comes out as it was sent, however it is cut, and takes little memory where it is short', async () => {
  const bounds = bodyBounds(ENDPOINTS.sendTillInventory);
  const sent = Buffer.from(Array.from({ length: 3 * MB }, (_, at) => (at * 7 + (at >> 8)) % 251));
  const taken: number[] = [];
  const received: { blocks: Buffer; most: number }[] = [];
  const app = express().post('/', async (asked: Request, response: Response) => {
    const share = createBodyMemory().share({});
    const counted = { ...share, take: (bytes: number) => void taken.push(bytes) };
    const { blocks = [] } = (await readTextFile(asked, bounds, counted)) ?? {};
    received.push({ blocks: Buffer.concat(blocks), most: Math.max(0, ...blocks.map(({ length }) => length)) });
    response.end();
  });
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  const send = async (bytes: Buffer, piece: number) => {
    const call = request({
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
    });
    for (let at = 0; at < bytes.length; at += piece) call.write(bytes.subarray(at, at + piece));
    call.end();
    const [answer] = await once(call, 'response');
    (answer as { resume: () => void }).resume();
    return received.at(-1);
  };
  for (const [size, piece] of [
    [0, 1],
    [1, 1],
    [65_536, 1_000],
    [65_537, 65_537],
    [3 * MB, 70_001],
  ] as const) {
    taken.length = 0;
    const got = await send(sent.subarray(0, size), piece);
    expect(got?.blocks.equals(sent.subarray(0, size))).toBe(true);
    expect(got?.most).toBeLessThanOrEqual(MB);
    expect(taken.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(Math.max(65_536, 2 * size));
  }
  server.close();
});

test('a large body is refused in the words of a small one', async () => {
  const pharmacy = await seedPharmacy(portal.database, 3);
  const pzns = Array.from({ length: 5_000 }, (_, n) => testPzn(n + 1));
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  const refuse = async (count: number) => {
    const products = pzns.slice(0, count).map((pzn) => ({ pzn, priceEdit: 'x', editedPermanent: false }));
    const { status, body } = await owner.put(`/api/price/${pharmacy.path}`, { products });
    return { status, message: (body as { message: string }).message };
  };
  const small = await refuse(1);
  expect(small.status).toBe(422);
  expect(await refuse(5_000)).toEqual(small);
});
