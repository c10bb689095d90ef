import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { getPage, newTill, pull, type Till } from './support.ts';

// Rules 9.22 and 9.23.

const [A, B, C, D] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let service: Client;
let till: Till;
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
  till = newTill();
  await pull(till, service, pharmacy.crmCompanyId);
});

const tillOf = ({ crmCompanyId }: SeededPharmacy) => portal.as('till-sync', [`till_sync_${crmCompanyId}`]);
const save = async (pzn: string, priceEdit: number) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore: false };
  expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
/** As a vendor would that knows nothing but the document. */
const heldBy = ({ prices }: Till) => {
  const lines = [...prices].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = lines.map(([pzn, price]) => `${pzn};${Math.round(price * 100)}\n`).join('');
  return { count: prices.size, sha256: createHash('sha256').update(text).digest('hex') };
};
const ack = (told: object = {}, cursor = till.cursor, client = service, at = pharmacy) =>
  client.post(`/api/till/v1/${at.crmCompanyId}/ack`, { cursor, ...told });
const status = async (of = pharmacy) => (await sales.get(`/api/pharmacy/dashboard/${of.path}`)).body.till;
const refusals = async (of = pharmacy) =>
  (await portal.database.pool.query('SELECT pzn, reason FROM till_refusal WHERE apo_id = $1 ORDER BY pzn', [of.apoId]))
    .rows;

describe('count and digest of what a till holds (rule 9.22)', () => {
  test('agree with what was approved at the acknowledged cursor, also when prices have changed since', async () => {
    await save(A, 9.99);
    const { status: code, body } = await ack({ held: heldBy(till) });
    expect([code, body]).toEqual([200, { status: 'OK' }]);
    expect(await status()).toMatchObject({ pendingCount: 1, differsSince: null, refused: 0 });
  });

  test.each([
    ['a row it lost', () => void till.prices.delete(B)],
    ['a price typed at it', () => void till.prices.set(B, 2.06)],
    ['an article more', () => void till.prices.set('99999999', 1)],
  ])('differ by %s, since when they first did, until they agree again', async (_, fault) => {
    const right = heldBy(till);
    fault();
    await ack({ held: heldBy(till) });
    expect(await status()).toMatchObject({ differsSince: '2026-11-24T09:00:00.000Z' });
    portal.clock.set('2026-11-25T09:00:00Z');
    await ack({ held: heldBy(till) });
    await save(D, 1.05);
    await pull(till, service, pharmacy.crmCompanyId);
    await ack({ held: heldBy(till) });
    expect(await status()).toMatchObject({ differsSince: '2026-11-24T09:00:00.000Z' });
    await ack({ held: right });
    expect(await status()).toMatchObject({ differsSince: '2026-11-24T09:00:00.000Z' });
    till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    await ack({ held: heldBy(till) });
    expect(await status()).toMatchObject({ differsSince: null });
  });

  test('a later cursor that is acknowledged without them says nothing: they differ until they agree', async () => {
    await ack({ held: { ...heldBy(till), count: 1 } });
    await save(D, 1.05);
    await pull(till, service, pharmacy.crmCompanyId);
    portal.clock.set('2026-11-25T09:00:00Z');
    await ack();
    expect(await status()).toMatchObject({ pendingCount: 0, differsSince: '2026-11-24T09:00:00.000Z' });
    await ack({ held: heldBy(till) });
    expect(await status()).toMatchObject({ pendingCount: 0, differsSince: null });
  });

  test('say nothing where a later cursor is acknowledged already', async () => {
    const early = {
      cursor: till.cursor,
      held: { count: 0, sha256: '0'.repeat(64) },
      refused: [{ pzn: A, reason: 'spät' }],
    };
    await save(D, 1.05);
    await pull(till, service, pharmacy.crmCompanyId);
    await ack({ held: heldBy(till) });
    expect((await ack(early)).status).toBe(200);
    expect(await status()).toMatchObject({ differsSince: null, refused: 0 });
  });

  test('of a mirror are compared with the prices of its main pharmacy', async () => {
    const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
    const client = await tillOf(mirror);
    const own = newTill();
    await pull(own, client, mirror.crmCompanyId);
    await ack({ held: heldBy(own) }, own.cursor, client, mirror);
    expect(await status(mirror)).toMatchObject({ differsSince: null });
    await ack({ held: heldBy(newTill()), refused: [{ pzn: A, reason: 'gesperrt' }] }, own.cursor, client, mirror);
    expect(await status(mirror)).toMatchObject({ differsSince: '2026-11-24T09:00:00.000Z', refused: 1 });
    expect(await status()).toMatchObject({ differsSince: null, refused: 0 });
  });
});

describe('what a till refuses (rule 9.23)', () => {
  test('is counted on the start page, with cleaned reasons', async () => {
    const refused = [
      { pzn: A, reason: `  Preis\u0000 zu\n hoch \u202e${'!'.repeat(300)}`.replace('\u0000', '\t') },
      { pzn: B, reason: '' },
    ];
    expect((await ack({ refused })).status).toBe(200);
    expect(await status()).toMatchObject({ refused: 2 });
    expect(await refusals()).toEqual([
      { pzn: A, reason: `Preis zu hoch ${'!'.repeat(186)}` },
      { pzn: B, reason: '' },
    ]);
  });

  test('does not end with an acknowledgement that names others or none', async () => {
    await ack({ refused: [{ pzn: A, reason: 'x' }] });
    await ack({ refused: [{ pzn: B, reason: 'y' }] });
    await ack({ refused: [{ pzn: A, reason: 'z' }] });
    expect(await refusals()).toEqual([
      { pzn: A, reason: 'z' },
      { pzn: B, reason: 'y' },
    ]);
    await ack({ refused: [] });
    expect(await status()).toMatchObject({ refused: 2 });
  });

  test('ends when the article is sent again and not refused, and only then', async () => {
    const refused = [A, B].map((pzn) => ({ pzn, reason: 'x' }));
    await ack({ refused });
    await save(A, 9.99);
    await save(D, 1.05);
    await pull(till, service, pharmacy.crmCompanyId);
    await ack();
    expect(await refusals()).toEqual([{ pzn: B, reason: 'x' }]);
    await save(B, 2.5);
    await pull(till, service, pharmacy.crmCompanyId);
    await ack({ refused: [{ pzn: B, reason: 'immer noch' }] });
    expect(await refusals()).toEqual([{ pzn: B, reason: 'immer noch' }]);
  });

  test('is not shown while a till has to load everything, and ends when it has', async () => {
    await ack({ refused: [{ pzn: A, reason: 'x' }], held: { count: 0, sha256: '0'.repeat(64) } });
    await portal.database.pool.query('UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1', [
      pharmacy.apoId,
    ]);
    expect(await status()).toMatchObject({ reload: true, refused: 0, differsSince: null });
    await pull(till, service, pharmacy.crmCompanyId);
    await ack();
    expect(await refusals()).toEqual([]);
    expect(await status()).toMatchObject({ reload: false, differsSince: null });
  });
});

test.each([
  [{ held: { count: 1 } }, /^.*held\.sha256/],
  [{ held: { count: -1, sha256: '0'.repeat(64) } }, /held\.count/],
  [{ held: 'x' }, /held/],
  [{ refused: [{ pzn: '123', reason: 'x' }] }, /refused\.0\.pzn: Eine PZN besteht aus 8 Ziffern/],
  [{ refused: [{ pzn: '00200495' }] }, /refused\.0\.reason/],
])('%j is refused, and nothing is recorded', async (told, message) => {
  const { status: code, body } = await ack(told);
  expect([code, body.message]).toEqual([422, expect.stringMatching(message)]);
  expect(await status()).toMatchObject({ loadedAt: null });
});

test('20,000 refused articles are taken, more are not', async () => {
  const refused = Array.from({ length: 20_000 }, (_, at) => ({
    pzn: String(at + 1).padStart(8, '0'),
    reason: 'zu teuer',
  }));
  expect((await ack({ refused })).status).toBe(200);
  expect(await status()).toMatchObject({ refused: 20_000 });
  expect((await ack({ refused: [...refused, { pzn: '00020001', reason: '' }] })).status).toBe(422);
});

test('other fields are named as before', async () => {
  const { body } = await ack({ held: heldBy(till), refused: [], version: 3 });
  expect(body).toEqual({ status: 'OK', ignored: ['version'] });
  expect(ENDPOINTS.acknowledgeTillPrices.answer.parse(body)).toEqual(body);
  expect((await getPage(service, pharmacy.crmCompanyId, { since: till.cursor as string })).prices).toEqual([]);
});
