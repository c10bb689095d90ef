import { afterAll, beforeAll, expect, test } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let server: http.Server;
beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
  server = http.createServer(portal.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server?.close();
  await portal?.close();
});

const products = Array.from({ length: 40_000 }, () => ({ pzn: testPzn(1), name: 'Salbe', price: '1,00 EUR' }));
const LONG = JSON.stringify({ template: 'pricelist', products });

type Sent = { status: Promise<number>; retryAfter: () => string | undefined; cancel: () => void };
/** Resolves with 0 when the call was cancelled. */
function send(body: string): Sent {
  const xsrf = 'x'.repeat(43);
  let retryAfter: string | undefined;
  const request = http.request({
    port: (server.address() as AddressInfo).port,
    path: `/api/price/pdf/${pharmacy.apoId}/${pharmacy.token}/OTC`,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      Cookie: `XSRF-TOKEN=${xsrf}`,
      'X-XSRF-TOKEN': xsrf,
      'Content-Type': 'application/json',
    },
  });
  const status = new Promise<number>((resolve) => {
    request.on('response', (response) => {
      retryAfter = response.headers['retry-after'];
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
  });
  request.end(body);
  return { status, retryAfter: () => retryAfter, cancel: () => void request.destroy() };
}

test('a user has at most three PDFs made at a time; closing the window of one makes room', async () => {
  const many = Array.from({ length: 8 }, () => send(LONG));
  const refused = await Promise.race(
    many.map(async (sent) => ((await sent.status) === 429 ? sent : new Promise<Sent>(() => {}))),
  );
  expect(refused.retryAfter()).toBe('20');
  for (const sent of many) sent.cancel();
  await Promise.all(many.map((sent) => sent.status));
  // The server learns of it a moment later.
  let status = 429;
  while (status === 429) status = await send('{"template":"pricelist","products":[]}').status;
  expect(status).toBe(200);
});
