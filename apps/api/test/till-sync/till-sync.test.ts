import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { forceTillReload } from '../../src/modules/till-sync/force-till-reload.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { getPage, history, listedPrices, newTill, pull, sorted } from './support.ts';

const [A, B, C, D] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let service: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
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
const prices = (query: Record<string, string> = {}) => getPage(service, pharmacy.crmCompanyId, query);
const ack = (cursor: unknown, client = service, at = pharmacy) =>
  client.post(`/api/till/v1/${at.crmCompanyId}/ack`, { cursor });
const save = async (pzn: string, change: { priceEdit?: number | null; editedIgnore?: boolean }) => {
  const row = { pzn, priceEdit: null, editedPermanent: false, editedIgnore: false, ...change };
  const { status, body } = await sales.put(`/api/price/${pharmacy.path}`, { products: [row] });
  expect([status, body.message]).toEqual([200, undefined]);
};
const approve = async (kind: 'mdp' | 'qdp' | 'lzd', id: number) => {
  const products: object[] = [];
  const { status, body } = await sales.put(`/api/price/approve/${kind}/${pharmacy.path}/${id}/OTC`, { products });
  expect([status, body.message]).toEqual([200, undefined]);
};
const dashboard = async (of = pharmacy) => (await sales.get(`/api/pharmacy/dashboard/${of.path}`)).body.till;

// Rules 9.1, 9.4, 9.5 and 9.6.
describe('the prices of a till (rule 9.3)', () => {
  test('without a cursor the whole list, exclusions as withdrawn', async () => {
    const page = await prices();
    expect(page).toEqual({
      status: 'OK',
      crmCompanyId: pharmacy.crmCompanyId,
      apoId: pharmacy.apoId,
      reload: 'first',
      message: 'Die ganze Preisliste wird geladen.',
      prices: [
        { pzn: A, productGroup: 'OTC', price: 1234.5, withdrawn: false },
        { pzn: B, productGroup: 'OTC', price: 2.05, withdrawn: false },
        { pzn: C, productGroup: 'OTC', price: null, withdrawn: true },
        { pzn: D, productGroup: 'FREIWAHL', price: 0.99, withdrawn: false },
      ],
      cursor: `v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId}-1-1-0`,
      more: false,
    });
    expect(ENDPOINTS.getTillPrices.answer.parse(page)).toEqual(page);
  });

  test('with a cursor only what changed since, each product once and as it is now', async () => {
    const { cursor } = await prices();
    await save(A, { priceEdit: 9.99 });
    await save(A, { priceEdit: 8.88 });
    await save(D, { editedIgnore: true });
    const page = await prices({ since: cursor });
    expect(page).toMatchObject({ reload: null, message: null, more: false });
    expect(page.prices).toEqual([
      { pzn: A, productGroup: 'OTC', price: 8.88, withdrawn: false },
      { pzn: D, productGroup: 'FREIWAHL', price: null, withdrawn: true },
    ]);
    expect((await prices({ since: page.cursor })).prices).toEqual([]);
  });

  test('drafts never reach the till, an approval does, and so does taking it back', async () => {
    const till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
      { pzn: A, truePrice: '5.00', draft: { price: '7.77' } },
    ]);
    await pull(till, service, pharmacy.crmCompanyId);
    expect(till.prices.get(A)).toBe(1234.5);
    await approve('mdp', id);
    await pull(till, service, pharmacy.crmCompanyId);
    expect(till.prices.get(A)).toBe(7.77);
    const back = await sales.delete(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`);
    expect(back.status).toBe(200);
    await pull(till, service, pharmacy.crmCompanyId);
    expect(sorted(till.prices)).toEqual([
      [A, 1234.5],
      [B, 2.05],
      [D, 0.99],
    ]);
  });

  test('products that a reset takes off the list are withdrawn, and come back when it is taken back', async () => {
    const till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: A, truePrice: '4.00' }], { resetChoice: 0 });
    await approve('lzd', id);
    const [page] = await pull(till, service, pharmacy.crmCompanyId);
    expect(page?.prices).toEqual([
      { pzn: A, productGroup: 'OTC', price: 4, withdrawn: false },
      { pzn: B, productGroup: 'OTC', price: null, withdrawn: true },
      { pzn: C, productGroup: 'OTC', price: null, withdrawn: true },
    ]);
    await sales.delete(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`);
    await pull(till, service, pharmacy.crmCompanyId);
    expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
    expect(till.withdrawn).toEqual(new Set([C]));
  });

  test('an approval that changes no price has nothing for the till', async () => {
    const { cursor } = await prices();
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: B, truePrice: '1.11' }]);
    await approve('mdp', id);
    const page = await prices({ since: cursor });
    expect([page.prices, page.cursor === cursor]).toEqual([[], false]);
  });

  test('the pages of a whole list show one moment, also with saves while they are read', async () => {
    const first = await prices({ limit: '1' });
    expect([first.prices.map(({ pzn }) => pzn), first.more]).toEqual([[A], true]);
    await save(B, { priceEdit: 6.66 });
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: testPzn(9), truePrice: '4.00' }], {
      resetChoice: 0,
    });
    await approve('lzd', id);
    const second = await prices({ limit: '1', since: first.cursor });
    const third = await prices({ limit: '1', since: second.cursor });
    const fourth = await prices({ limit: '9', since: third.cursor });
    expect([second, third, fourth].map(({ reload, more }) => [reload, more])).toEqual([
      [null, true],
      [null, true],
      [null, false],
    ]);
    expect([...second.prices, ...third.prices, ...fourth.prices].map(({ pzn, price }) => [pzn, price])).toEqual([
      [B, 2.05],
      [C, null],
      [D, 0.99],
    ]);
    const after = await prices({ since: fourth.cursor });
    expect(after.prices.map(({ pzn, price }) => [pzn, price])).toEqual([
      [A, null],
      [B, null],
      [C, null],
      [testPzn(9), 4],
    ]);
  });

  test('the pages of a difference show one moment too', async () => {
    const { cursor } = await prices();
    await save(A, { priceEdit: 1.01 });
    await save(B, { priceEdit: 2.02 });
    const first = await prices({ since: cursor, limit: '1' });
    await save(B, { priceEdit: 3.03 });
    const second = await prices({ since: first.cursor, limit: '1' });
    expect([first, second].flatMap((page) => page.prices.map(({ price }) => price))).toEqual([1.01, 2.02]);
    const third = await prices({ since: second.cursor });
    expect(third.prices.map(({ price }) => price)).toEqual([3.03]);
  });

  test('a mirror gets the prices of its main pharmacy under its own numbers', async () => {
    const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
    const page = await getPage(await tillOf(mirror), mirror.crmCompanyId);
    expect(page).toMatchObject({ crmCompanyId: mirror.crmCompanyId, apoId: mirror.apoId });
    expect(page.prices).toHaveLength(4);
    await save(A, { priceEdit: 9.99 });
    const change = await getPage(await tillOf(mirror), mirror.crmCompanyId, { since: page.cursor });
    expect(change.prices).toEqual([{ pzn: A, productGroup: 'OTC', price: 9.99, withdrawn: false }]);
  });
});

describe('a cursor that leads nowhere gets the whole list and says why', () => {
  const reloads = async (since: string) => {
    const page = await prices({ since });
    expect(page.prices).toHaveLength(4);
    expect(page.message).toContain('ganze Preisliste');
    return page.reload;
  };
  const own = (versions: string, epoch = 0) => `v2-${pharmacy.crmCompanyId}-${epoch}-${pharmacy.apoId}-${versions}`;

  test('one that the portal never gave out', async () => expect(await reloads('12345')).toBe('unreadable'));
  test('one of another pharmacy', async () => expect(await reloads('v2-999-0-1-1-1-0')).toBe('foreign'));
  test('one ahead of the lists, from before a restored backup', async () =>
    expect(await reloads(own('2-1-0'))).toBe('outdated'));
  test('one whose version this list has never had, though it has gone past it', async () => {
    await save(A, { priceEdit: 9.99 });
    expect(await reloads(own('2-1-0'))).toBe('outdated');
  });
  test('one of other lists under the same epoch', async () =>
    expect(await reloads(`v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId + 1}-1-1-0`)).toBe('outdated'));
  test('one of the form that was written before versions were unique', async () =>
    expect(await reloads(`v1-${pharmacy.crmCompanyId}-0-1-1-0`)).toBe('outdated'));
  test('a page of such a one', async () => expect(await reloads(own(`2-1-0_all_${A}`))).toBe('outdated'));

  test('one from before the list was exchanged, also between its pages', async () => {
    const first = await prices({ limit: '2' });
    await portal.database.transaction((connection) => forceTillReload(connection, pharmacy.apoId));
    expect(await reloads(first.cursor)).toBe('outdated');
    const { cursor } = await prices();
    expect(cursor).toBe(own('1-1-0', 1));
    expect((await prices({ since: cursor })).reload).toBeNull();
  });
});

describe('how it travels', () => {
  const raw = (query = '', headers: Record<string, string> = {}, client = service) =>
    client.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices${query}`).set(headers);

  test('as CSV with decimal comma, an empty VK for withdrawn products and the cursor in a header', async () => {
    const page = await raw('?limit=3', { Accept: 'text/csv' });
    expect(page.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(page.text).toBe(`PZN;VK\r\n${A};1234,50\r\n${B};2,05\r\n${C};\r\n`);
    const head = (response: typeof page) =>
      ['till-cursor', 'till-more', 'till-reload'].map((name) => response.headers[name]);
    expect(head(page)).toEqual([`v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId}-1-1-0_all_${C}`, 'true', 'first']);
    const last = await raw(`?since=${page.headers['till-cursor']}`, { Accept: 'text/csv' });
    expect([last.text, ...head(last)]).toEqual([
      `PZN;VK\r\n${D};0,99\r\n`,
      `v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId}-1-1-0`,
      'false',
      undefined,
    ]);
  });

  test('an unchanged page answers 304, in each form by its own mark', async () => {
    const json = await raw();
    const csv = await raw('', { Accept: 'text/csv' });
    expect(json.headers.etag).not.toBe(csv.headers.etag);
    const again = await raw('', { 'If-None-Match': json.headers.etag as string });
    expect([again.status, again.text]).toEqual([304, '']);
    await save(A, { priceEdit: 9.99 });
    expect((await raw('', { 'If-None-Match': json.headers.etag as string })).status).toBe(200);
  });

  test('compressed when the till can read it', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ pzn: testPzn(1000 + n) }));
    await seedList(portal.database, pharmacy, 'HILFSMITTEL', many);
    const packed = await raw('', { 'Accept-Encoding': 'gzip' });
    expect([packed.headers['content-encoding'], packed.body.prices.length]).toEqual(['gzip', 104]);
    expect((await raw('', { 'Accept-Encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
  });

  test.each(['?limit=0', '?limit=10001', '?limit=x', '?since=a&since=b', `?since=${'x'.repeat(201)}`])(
    '%s is refused',
    async (query) => expect((await raw(query)).status).toBe(400),
  );
  test('another form is refused', async () => expect((await raw('', { Accept: 'text/html' })).status).toBe(406));

  test('another pharmacy and staff are refused, an unknown pharmacy is not found', async () => {
    const other = await seedPharmacy(portal.database, next++);
    expect((await service.get(`/api/till/v1/${other.crmCompanyId}/prices`)).status).toBe(403);
    expect((await ack('v2-1-0-1-0-0-0', service, other)).status).toBe(403);
    expect((await raw('', {}, sales)).status).toBe(403);
    const nobody = await portal.as('till-sync', ['till_sync_999']);
    expect((await nobody.get('/api/till/v1/999/prices')).status).toBe(404);
  });
});

describe('details are as they are now (rule 9.21)', () => {
  const detailed = async (query: Record<string, string> = {}) =>
    (await prices({ details: 'true', ...query })).prices.find(({ pzn }) => pzn === B);
  const update = async (kind: 'QDP' | 'LZD', row: { pzn: string; truePrice?: string; avp?: string }, more = {}) =>
    approve(
      kind === 'QDP' ? 'qdp' : 'lzd',
      await seedUpdate(portal.database, pharmacy, kind, [row], { ...more, readyForApproval: true }),
    );
  const setAvp = (avp: string | null) =>
    portal.database.pool.query('UPDATE price_item SET avp = $3 WHERE apo_id = $1 AND pzn = $2', [
      pharmacy.apoId,
      B,
      avp,
    ]);
  beforeEach(async () => {
    pharmacy = await seedPharmacy(portal.database, next++);
    await seedList(portal.database, pharmacy, 'OTC', [
      { pzn: A, calculated: '1.00' },
      { pzn: B, calculated: '4.00', avp: '5.00' },
    ]);
    service = await tillOf(pharmacy);
  });

  test('an AVP that a later package has changed without the price, in a delta and in the whole list', async () => {
    const { cursor } = await prices();
    await save(B, { priceEdit: 3 });
    await update('QDP', { pzn: B, truePrice: '4.00', avp: '6.00' });
    expect(await detailed({ since: cursor })).toMatchObject({ price: 3, avp: 6 });
    expect(await detailed()).toMatchObject({ price: 3, avp: 6 });
  });

  test('an AVP that is gone now is none', async () => {
    const { cursor } = await prices();
    await save(B, { priceEdit: 3 });
    await setAvp(null);
    expect(await detailed({ since: cursor })).toMatchObject({ price: 3, avp: null });
  });

  test('on the pages of a walk too, whose prices are those of its beginning', async () => {
    const first = await prices({ details: 'true', limit: '1' });
    await save(B, { priceEdit: 3 });
    await setAvp('6.00');
    expect(await detailed({ since: first.cursor })).toMatchObject({ price: 4, avp: 6 });
  });

  test('a product that has left the list keeps the AVP it had', async () => {
    const { cursor } = await prices();
    await update('LZD', { pzn: A, truePrice: '2.00' }, { resetChoice: 0 });
    expect(await detailed({ since: cursor })).toMatchObject({ price: null, priceType: null, avp: 5 });
  });
});

describe('the acknowledgement', () => {
  test('names the fields that it did not understand, and counts all the same', async () => {
    const { cursor } = await prices();
    const send = (body: object) => service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, body);
    expect((await send({ cursor, loadedRows: 5, sha256: 'x' })).body).toEqual({
      status: 'OK',
      ignored: ['loadedRows', 'sha256'],
    });
    expect((await dashboard()).loadedAt).not.toBeNull();
    expect((await send({ cursor })).body).toEqual({ status: 'OK' });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`.padEnd(99, 'x'), n]));
    const { ignored } = (await send({ cursor, ...many })).body;
    expect([ignored.length, ignored[0].length]).toEqual([20, 60]);
    expect((await send({ curser: cursor })).status).toBe(422);
  });

  test('is recorded once, with what it was, on dashboard and in the history', async () => {
    const quiet = { refused: 0, differsSince: null };
    expect(await dashboard()).toEqual({ loadedAt: null, seenAt: null, reload: true, pendingCount: 4, ...quiet });
    const { cursor } = await prices();
    portal.clock.set('2026-03-10T09:00:00Z');
    expect((await ack(cursor)).body).toEqual({ status: 'OK' });
    portal.clock.set('2026-03-10T09:10:00Z');
    expect((await ack(cursor)).status).toBe(200);
    const first = { loadedAt: '2026-03-10T09:00:00.000Z', seenAt: '2026-03-10T09:10:00.000Z', reload: false };
    expect(await dashboard()).toEqual({ ...first, pendingCount: 0, ...quiet });
    expect(await history(portal.database, pharmacy.apoId)).toEqual([
      { event: 'Kasse hat die ganze Preisliste geladen', user: 'Kasse' },
    ]);

    await save(A, { priceEdit: 9.99 });
    await save(A, { priceEdit: 8.88 });
    await save(D, { editedIgnore: true });
    expect((await dashboard()).pendingCount).toBe(2);
    const changes = await prices({ since: cursor });
    portal.clock.set('2026-03-10T09:20:00Z');
    await ack(changes.cursor);
    await ack(cursor); // delayed on its way
    expect(await dashboard()).toMatchObject({ loadedAt: '2026-03-10T09:20:00.000Z', pendingCount: 0 });
    await save(B, { priceEdit: 1.11 });
    await ack((await prices({ since: changes.cursor })).cursor);
    expect((await history(portal.database, pharmacy.apoId)).map(({ event }) => event)).toEqual([
      'Kasse hat die ganze Preisliste geladen',
      'Kasse hat 2 Preisänderungen geladen',
      'Kasse hat 1 Preisänderung geladen',
    ]);
  });

  test('that brought no price leaves no entry', async () => {
    await ack((await prices()).cursor);
    const loaded = await dashboard();
    await approve('mdp', await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: B, truePrice: '1.11' }]));
    portal.clock.set('2026-03-11T09:00:00Z');
    await ack((await prices()).cursor);
    expect(await dashboard()).toEqual({ ...loaded, seenAt: '2026-03-11T09:00:00.000Z' });
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(1);
  });

  test('of the same cursor by several at once leaves one entry', async () => {
    const { cursor } = await prices();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ack(cursor)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(1);
  });

  test('is due again after the list was exchanged', async () => {
    const { cursor } = await prices();
    await ack(cursor);
    await forceTillReload(portal.database.pool, pharmacy.apoId);
    expect(await dashboard()).toMatchObject({ loadedAt: expect.any(String), reload: true, pendingCount: 4 });
    expect((await ack(cursor)).status).toBe(409);
    await ack((await prices({ since: cursor })).cursor);
    expect(await dashboard()).toMatchObject({ reload: false, pendingCount: 0 });
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(2);
  });

  test('of a mirror is its own', async () => {
    const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
    const client = await tillOf(mirror);
    const { cursor } = await getPage(client, mirror.crmCompanyId);
    expect((await ack(cursor, client, mirror)).status).toBe(200);
    expect([await dashboard(mirror), await dashboard()]).toMatchObject([
      { reload: false, pendingCount: 0 },
      { loadedAt: null, pendingCount: 4 },
    ]);
    expect(await history(portal.database, mirror.apoId)).toHaveLength(1);
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(0);
  });

  test.each([
    ['no text', 5, 422],
    ['empty', '', 422],
    ['unreadable', 'abc', 422],
    ['of another pharmacy', 'v2-999-0-1-1-1-0', 422],
  ])('%s: %j is refused', async (_, cursor, status) => expect((await ack(cursor)).status).toBe(status));

  test('between the pages or ahead of the lists is refused', async () => {
    expect((await ack((await prices({ limit: '1' })).cursor)).status).toBe(422);
    expect((await ack(`v2-${pharmacy.crmCompanyId}-0-${pharmacy.apoId}-9-1-0`)).status).toBe(409);
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(0);
  });
});
