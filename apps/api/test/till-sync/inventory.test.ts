import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeTillText, TILL_PROFILES, type TillProfile, writeTillFile } from '@portal/rules';
import { readHeldRows, readInventory } from '../../src/modules/till-inventory/index.ts';
import { takeInventory } from '../../src/modules/till-inventory/take-inventory.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { newTill, pull } from './support.ts';

// Rules 9.24 and 9.25.

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(testPzn) as [string, string, string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let service: Client;
let sales: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal('2026-11-24T09:00:00Z');
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  portal.clock.set('2026-11-24T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, next++);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: A, calculated: '1234.50' },
    { pzn: B, calculated: '3.00', manual: '2.05', type: 3 },
    { pzn: C, type: 1 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: D, calculated: '0.99' }]);
  service = await tillOf(pharmacy);
});

const tillOf = ({ crmCompanyId }: SeededPharmacy) => portal.as('till-sync', [`till_sync_${crmCompanyId}`]);
const address = (at = pharmacy) => `/api/till/v1/${at.crmCompanyId}/inventory`;
const sendJson = (prices: object[], query = '', client = service, at = pharmacy) =>
  client.post(address(at) + query, { prices });
const sendFile = (content: string | Buffer, query = '', client = service, at = pharmacy) =>
  client
    .post(address(at) + query)
    .set('Content-Type', 'text/csv')
    .send(content);
const stored = async (of = pharmacy) => {
  const inventory = await readInventory(portal.database.pool, of.apoId);
  return inventory && { ...inventory, rows: await readHeldRows(portal.database.pool, of.apoId) };
};

test('counts what is equal, different, missing and only in the till, and keeps it', async () => {
  const prices = [
    { pzn: D, price: 0.99 },
    { pzn: B, price: 2.06 },
    { pzn: C, price: 7 },
    { pzn: E, price: null },
  ];
  const { status, body } = await sendJson(prices);
  expect([status, body]).toEqual([200, { status: 'OK', equal: 1, different: 1, missing: 1, extra: 1 }]);
  expect(await stored()).toEqual({
    takenAt: new Date('2026-11-24T09:00:00Z'),
    source: 'till',
    cursor: null,
    fileName: null,
    userName: 'Kasse',
    actor: null,
    rows: { pzns: [B, C, D, E].map(Number), cents: [206, 700, 99, null] },
  });
});

test('is compared with the prices of the cursor that it names, and only the newest is kept', async () => {
  const till = newTill();
  await pull(till, service, pharmacy.crmCompanyId);
  const row = { pzn: A, priceEdit: 9.99, editedPermanent: false, editedIgnore: false };
  await sales.put(`/api/price/${pharmacy.path}`, { products: [row] });
  const prices = Array.from(till.prices, ([pzn, price]) => ({ pzn, price }));
  expect((await sendJson(prices)).body).toMatchObject({ equal: 2, different: 1 });
  portal.clock.set('2026-11-24T09:01:00Z');
  expect((await sendJson(prices, `?cursor=${till.cursor}`)).body).toMatchObject({ equal: 3, different: 0 });
  expect(await stored()).toMatchObject({ cursor: till.cursor, takenAt: new Date('2026-11-24T09:01:00Z') });
});

test('of a mirror is compared with the prices of its main pharmacy, and is its own', async () => {
  const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
  const answer = await sendJson([{ pzn: A, price: 1234.5 }], '', await tillOf(mirror), mirror);
  expect(answer.body).toMatchObject({ equal: 1, missing: 2 });
  expect(await stored()).toBeUndefined();
  expect(await stored(mirror)).toMatchObject({ rows: { pzns: [Number(A)] } });
});

test('ends what the till refused and now holds, and nothing else', async () => {
  const till = newTill();
  await pull(till, service, pharmacy.crmCompanyId);
  const refused = [A, B, C].map((pzn) => ({ pzn, reason: 'x' }));
  await service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: till.cursor, refused });
  await sendJson([
    { pzn: A, price: 1234.5 },
    { pzn: B, price: 1 },
  ]);
  const { rows } = await portal.database.pool.query('SELECT pzn FROM till_refusal WHERE apo_id = $1', [pharmacy.apoId]);
  expect(rows).toEqual([{ pzn: B }]);
});

describe('a file in the profile of the till', () => {
  const profiles: Record<string, TillProfile> = {
    csv: TILL_PROFILES.csv,
    fixed: TILL_PROFILES.fixed,
    own: {
      ...TILL_PROFILES.csv,
      extension: '.dat',
      columns: [
        { field: 'name', heading: 'Artikel', width: null },
        { field: 'price', heading: 'Preis', width: null },
        { field: 'pzn', heading: 'Nr', width: null },
      ],
      separator: '|',
      pzn: 'short',
      decimals: 'point',
      encoding: 'cp850',
      lineEnd: 'lf',
    },
  };

  test.each(Object.keys(profiles))('%s is read as it is written', async (name) => {
    const profile = profiles[name] as TillProfile;
    await portal.database.pool.query('UPDATE pharmacy SET till_profile = $2, till_layout = $3 WHERE apo_id = $1', [
      pharmacy.apoId,
      name,
      name === 'own' ? JSON.stringify(profile) : null,
    ]);
    const rest = { productGroup: 'OTC', avp: null, type: 0, name: 'Möhren "extra"|fein', validFrom: null };
    const content = writeTillFile(profile, [
      { ...rest, pzn: A, price: 123_450 },
      { ...rest, pzn: B, price: 206 },
      { ...rest, pzn: E, price: null },
    ]);
    expect((await sendFile(Buffer.from(content))).body).toMatchObject({ equal: 1, different: 1, missing: 1, extra: 0 });
    const { rows } = (await stored()) as { rows: object };
    expect(rows).toMatchObject({ pzns: [A, B, E].map(Number), cents: [123_450, 206, null] });
  });

  test('is refused with its lines, and the former one stays', async () => {
    await sendJson([{ pzn: A, price: 1234.5 }]);
    const { status, body } = await sendFile(
      `PZN;VK\r\n${A};12,50\r\nabc;1,00\r\n${B};1.00\r\n\r\n${A};3,00\r\n${C}\r\n`,
    );
    expect([status, body.message, body.total]).toEqual([422, 'Zeile 3: Das ist keine PZN.', 4]);
    expect(body.errors).toEqual([
      { line: 3, column: 'PZN', value: 'abc', message: 'Das ist keine PZN.' },
      { line: 4, column: 'VK', value: '1.00', message: 'Das ist kein Preis in der Form des Kassenprofils.' },
      { line: 6, column: 'PZN', value: A, message: 'Diese PZN steht schon in Zeile 2.' },
      { line: 7, column: null, value: C, message: 'Die Zeile hat nicht die Spalten des Kassenprofils.' },
    ]);
    expect(await stored()).toMatchObject({ rows: { pzns: [Number(A)] } });
  });

  test.each([
    ['', 'Der Bestand nennt keinen Artikel.'],
    ['PZN;VK\r\n', 'Der Bestand nennt keinen Artikel.'],
    [`${A};1,00\r\n`, 'Zeile 1: Die Überschriften des Kassenprofils fehlen.'],
    [encodeTillText('PZN;VK\r\nä', 'windows-1252'), 'Die Datei hat nicht die Zeichenkodierung des Kassenprofils.'],
  ])('%j is refused', async (content, message) => {
    const { status, body } = await sendFile(typeof content === 'string' ? content : Buffer.from(content));
    expect([status, body.message]).toEqual([422, message]);
  });
});

test.each([
  [[{ pzn: A, price: 1.005 }], 'prices.0.price: Ein Preis hat höchstens zwei Nachkommastellen.'],
  [[{ pzn: '1', price: 1 }], 'prices.0.pzn: Eine PZN besteht aus 8 Ziffern.'],
  [
    [
      { pzn: A, price: 1 },
      { pzn: A, price: 1 },
    ],
    'Zeile 2: Diese PZN steht schon in Zeile 1.',
  ],
  [[{ pzn: '00000000', price: 1 }], 'Zeile 1: Das ist keine PZN.'],
  [[], 'Der Bestand nennt keinen Artikel.'],
])('%j is refused', async (prices, message) => {
  const { status, body } = await sendJson(prices);
  expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  expect(await stored()).toBeUndefined();
});

test('a cursor of another pharmacy, of another form or of a lost future is refused', async () => {
  const at = (cursor: string) => sendJson([{ pzn: A, price: 1 }], `?cursor=${cursor}`);
  expect((await at('v2-999-0-1-1-1-0')).status).toBe(422);
  expect((await at('x')).status).toBe(422);
  expect((await at(`v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId}-9-9-0`)).status).toBe(409);
  expect(await stored()).toBeUndefined();
});

test('another pharmacy, Austria and one without access to the pilot are refused, an unknown one is not found', async () => {
  const closed = await seedPharmacy(portal.database, next++, { pilotAccess: false });
  const other = await seedPharmacy(portal.database, next++);
  const rows = [{ pzn: A, price: 1 }];
  expect((await sendJson(rows, '', service, other)).status).toBe(403);
  expect(
    (await sendJson(rows, '', await portal.as('at', ['solvena_customer', `till_sync_${pharmacy.crmCompanyId}`], 'AT')))
      .status,
  ).toBe(403);
  const refused = await sendJson(rows, '', await tillOf(closed), closed);
  expect([refused.status, refused.body.reason]).toEqual([403, 'no_pilot_access']);
  const nobody = { ...pharmacy, crmCompanyId: 999_999 };
  expect((await sendJson(rows, '', await tillOf(nobody), nobody)).status).toBe(404);
});

test('100,000 rows are taken as JSON and as a file, one more or 20 MB are not', async () => {
  const pzns = Array.from({ length: 100_001 }, (_, at) => String(at + 1).padStart(8, '0'));
  const file = (count: number) =>
    `PZN;VK\r\n${pzns
      .slice(0, count)
      .map((pzn) => `${pzn};1,00\r\n`)
      .join('')}`;
  const json = (count: number) => sendJson(pzns.slice(0, count).map((pzn) => ({ pzn, price: 1 })));
  expect((await sendFile(file(100_000))).body).toMatchObject({ extra: 100_000, missing: 3 });
  expect((await json(100_000)).body).toMatchObject({ extra: 100_000, missing: 3 });
  expect((await sendFile(file(100_001))).status).toBe(422);
  expect((await json(100_001)).status).toBe(422);
  expect((await sendFile(' '.repeat(20 * 2 ** 20 + 1))).status).toBe(413);
  expect((await stored())?.rows?.pzns).toHaveLength(100_000);
});

test('a caller that leaves before it is stored stores nothing', async () => {
  const rows = { pzns: [Number(A)], cents: [100] };
  const taken = { crmCompanyId: pharmacy.crmCompanyId, rows, signal: AbortSignal.abort(new Error('gone')) };
  await expect(takeInventory(portal.deps, taken)).rejects.toThrow('gone');
  expect(await stored()).toBeUndefined();
});

test('a caller that leaves in the middle stores nothing, and its place is free again', async () => {
  for (let call = 0; call < 5; call++) {
    const half = service.post(address()).set('Content-Type', 'text/csv').set('Content-Length', '1000');
    half.write(`PZN;VK\r\n${A};1,00\r\n`);
    half.end(() => undefined);
    await sleep(50);
    half.abort();
  }
  expect(await stored()).toBeUndefined();
  expect((await sendJson([{ pzn: A, price: 1 }])).status).toBe(200);
});
