import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type StrayTill } from '@portal/contracts';
import pg from 'pg';
import { readStrayTills } from '../../src/modules/ledger/read-stray-tills.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { history, newTill, pull, type Till } from '../till-sync/support.ts';

// Rules 22.5 to 22.7.

const [A, B, C] = [1, 2, 3].map(testPzn) as [string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let sales: Client;
let front: Client;
let back: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  portal.clock.set('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, next++);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: A, calculated: '9.99' },
    { pzn: B, calculated: '5.00' },
    { pzn: C, calculated: '3.00' },
  ]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  front = await portal.as('service-account-kasse-vorn', [`till_sync_${pharmacy.crmCompanyId}`]);
  back = await portal.as('service-account-kasse-hinten', [`till_sync_${pharmacy.crmCompanyId}`]);
});

const at = () => `${pharmacy.apoId}/${pharmacy.token}`;
const get = async (path: string) => {
  const { status, body } = await owner.get(path);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
const dashboard = async () =>
  ENDPOINTS.getDashboard.answer.parse(await get(`/api/pharmacy/dashboard/${pharmacy.path}`));
const tills = async () => (await dashboard()).tills;
const tillOf = async (name: string | null) => (await tills()).find((till) => till.name === name);
const card = async (pzn: string) => ENDPOINTS.getPriceWay.answer.parse(await get(`/api/price/way/${at()}/${pzn}`));
const arrivals = async () => ENDPOINTS.getListArrivals.answer.parse(await get(`/api/price/arrivals/${at()}/OTC`));
const check = async (query = '') =>
  ENDPOINTS.getTillCheck.answer.parse(await get(`/api/price/tillcheck/${at()}${query}`));
const stray = async () => {
  const { body } = await sales.get('/api/admin/tills');
  return ENDPOINTS.getStrayTills.answer.parse(body).tills.find(({ apoId }: StrayTill) => apoId === pharmacy.apoId);
};
const save = async (pzn: string, priceEdit: number | null, editedIgnore = false) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore };
  expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
const ack = async (client: Client, cursor: string | undefined, told: object = {}) => {
  const { status } = await client.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor, ...told });
  expect(status).toBe(200);
};
/** Loads what has changed, and acknowledges. */
const load = async (client: Client, till: Till = newTill()): Promise<Till> => {
  await pull(till, client, pharmacy.crmCompanyId);
  await ack(client, till.cursor);
  return till;
};
const sendInventory = async (client: Client, prices: Iterable<readonly [string, number | null]>, cursor?: string) => {
  const { status, body } = await client.post(
    `/api/till/v1/${pharmacy.crmCompanyId}/inventory${cursor ? `?cursor=${cursor}` : ''}`,
    { prices: Array.from(prices, ([pzn, price]) => ({ pzn, price })) },
  );
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
const heldBy = ({ prices }: Till) => {
  const lines = [...prices].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = lines.map(([pzn, price]) => `${pzn};${Math.round(price * 100)}\n`).join('');
  return { held: { count: prices.size, sha256: createHash('sha256').update(text).digest('hex') } };
};
const loadFile = async () => {
  const body = { productGroups: ['OTC'], contents: 'all' };
  expect((await owner.post(`/api/price/clientpricelistdownload/${at()}`, body)).status).toBe(200);
  const { files } = await get(`/api/price/tillfiles/${at()}`);
  expect((await owner.put(`/api/price/tillfiles/${at()}/${files[0].id}`, { loaded: true })).status).toBe(200);
};

describe('several tills of a pharmacy (rule 22.5)', () => {
  test('what they lack is read once per state, for all who ask', async () => {
    await load(front);
    await load(back);
    await loadFile();
    const { query } = pg.Client.prototype;
    let readings = 0;
    pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
      if (/WITH change AS/.test(JSON.stringify(args[0]))) readings += 1;
      return (query as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    try {
      await save(A, 8.99);
      await Promise.all([dashboard(), dashboard(), arrivals(), card(B), get(`/api/price/shelf/${at()}`)]);
      expect(readings).toBe(1);
      await save(B, 4.99);
      expect((await dashboard()).till?.pendingCount).toBe(2);
      expect((await arrivals()).waiting?.pzns).toEqual([A, B]);
      expect((await card(B)).loaded).toBeNull();
      expect((await card(C)).loaded).not.toBeNull();
      expect(readings).toBe(2);
    } finally {
      pg.Client.prototype.query = query;
    }
  });

  test('a price lacks everywhere while any of them lacks it, and each is named with what it lacks', async () => {
    const [one, two] = [await load(front), await load(back)];
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(A, 8.99);
    await load(front, one);
    const shown = await dashboard();
    expect(shown.till).toMatchObject({ reload: false, pendingCount: 1, seenAt: '2026-03-10T09:00:00.000Z' });
    expect(shown.tills.map(({ name, pendingCount }) => [name, pendingCount]).toSorted()).toEqual([
      ['kasse-hinten', 1],
      ['kasse-vorn', 0],
    ]);
    expect((await arrivals()).waiting).toEqual({ pzns: [A], since: ['2026-03-11'] });
    expect((await get(`/api/price/shelf/${at()}`)).notInTill).toEqual([A]);
    expect((await card(A)).loaded).toBeNull();
    portal.clock.set('2026-03-20T09:00:00Z');
    expect(await stray()).toMatchObject({ lagsSince: '2026-03-11T09:00:00.000Z' });
    await load(back, two);
    expect((await dashboard()).till).toMatchObject({ pendingCount: 0 });
    expect((await arrivals()).waiting).toEqual({ pzns: [], since: [] });
    expect((await card(A)).loaded).toEqual({ at: '2026-03-20T09:00:00.000Z', userName: null });
    expect(await stray()).toBeUndefined();
  });

  test('an inventory of one hides nothing that the other has otherwise', async () => {
    const [one, two] = [await load(front), await load(back)];
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(A, 8.99);
    await load(front, one);
    await sendInventory(front, one.prices.set(B, 5.5), one.cursor);
    portal.clock.set('2026-03-11T10:00:00Z');
    expect(await sendInventory(back, two.prices, two.cursor)).toMatchObject({ equal: 3, different: 0 });
    expect((await dashboard()).tillCheck).toEqual({ takenAt: '2026-03-11T10:00:00.000Z', count: 1, missing: 0 });
    expect((await tillOf('kasse-vorn'))?.check?.count).toBe(1);
    expect((await tillOf('kasse-hinten'))?.check?.count).toBe(0);
    expect((await card(B)).held).toMatchObject({ price: 550, state: 'different' });
    expect((await arrivals()).differing).toEqual([B]);
    expect(await stray()).toMatchObject({ differing: 1 });
    const { tills: compared, rows } = await check();
    expect([compared.map(({ name }) => name), rows.map(({ verdict }) => verdict)]).toEqual([
      ['kasse-hinten', 'kasse-vorn'],
      ['changedSince'],
    ]);
    const ofFront = await check(`?till=${encodeURIComponent(compared[1]?.account ?? '')}`);
    expect(ofFront.rows.map(({ pzn, till }) => [pzn, till])).toEqual([[B, 550]]);
  });

  test('what each refuses and tells of what it holds is its own', async () => {
    const [one, two] = [await load(front), await load(back)];
    await ack(front, one.cursor, {
      refused: [{ pzn: A, reason: 'gesperrt' }],
      held: { count: 0, sha256: '0'.repeat(64) },
    });
    await ack(back, two.cursor, { refused: [{ pzn: A, reason: 'gesperrt' }], ...heldBy(two) });
    expect(await tillOf('kasse-vorn')).toMatchObject({ refused: 1, differsSince: '2026-03-10T09:00:00.000Z' });
    expect(await tillOf('kasse-hinten')).toMatchObject({ refused: 1, differsSince: null });
    expect((await dashboard()).till).toMatchObject({ refused: 1, differsSince: '2026-03-10T09:00:00.000Z' });
    expect(await stray()).toMatchObject({ refused: 1, differsSince: '2026-03-10T09:00:00.000Z' });
  });

  test('what was known before accounts were told apart goes to the first that calls', async () => {
    const till = await load(front);
    await sendInventory(front, till.prices.set(B, 5.5), till.cursor);
    await ack(front, till.cursor, { refused: [{ pzn: C, reason: 'gesperrt' }] });
    for (const table of ['till', 'till_stock', 'till_refused'])
      await portal.database.pool.query(`UPDATE ${table} SET account = 'job' WHERE apo_id = $1`, [pharmacy.apoId]);
    await ack(back, till.cursor);
    expect(await tills()).toMatchObject([{ name: 'kasse-hinten', refused: 1, check: { count: 1 } }]);
    await load(front);
    expect((await tills()).map(({ name, refused }) => [name, refused])).toEqual(
      expect.arrayContaining([
        ['kasse-hinten', 1],
        ['kasse-vorn', 0],
      ]),
    );
  });
});

describe('a till that was restored from a backup (rule 22.6)', () => {
  test('an inventory of an older cursor sets it back, which is said until it has loaded again', async () => {
    const till = await load(front);
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(B, 5.5);
    await load(front, till);
    const stored = { prices: new Map(till.prices), cursor: till.cursor };
    portal.clock.set('2026-03-12T09:00:00Z');
    await save(A, 8.99);
    await load(front, till);
    const told = (await history(portal.database, pharmacy.apoId)).length;
    portal.clock.set('2026-03-12T09:01:00Z');
    expect(await sendInventory(front, stored.prices, stored.cursor)).toMatchObject({ equal: 3 });
    expect(await tills()).toMatchObject([{ standOf: '2026-03-11T09:00:00.000Z', pendingCount: 1 }]);
    expect(await stray()).toMatchObject({ standOf: '2026-03-11T09:00:00.000Z' });
    expect((await arrivals()).waiting).toEqual({ pzns: [A], since: ['2026-03-12'] });
    expect((await card(A)).loaded).toBeNull();
    await load(front, till);
    expect(await tills()).toMatchObject([{ standOf: null, pendingCount: 0 }]);
    expect(await stray()).toBeUndefined();
    expect(await history(portal.database, pharmacy.apoId)).toHaveLength(told);
  });

  test('an acknowledgement of an older cursor does, too, but not one that was delayed on its way', async () => {
    const till = await load(front);
    const first = till.cursor;
    await save(A, 8.99);
    await load(front, till);
    portal.clock.set('2026-03-10T09:01:59Z');
    await ack(front, first);
    expect(await tills()).toMatchObject([{ standOf: null, pendingCount: 0 }]);
    portal.clock.set('2026-03-10T09:02:00Z');
    await ack(front, first);
    // It has no change yet, so that it is of the time before the first.
    expect(await tills()).toMatchObject([{ standOf: '2026-03-10T09:00:00.000Z', pendingCount: 1 }]);
  });
});

describe('an acknowledgement after an inventory (rule 22.6)', () => {
  test('overrules it for the articles sent since, and for no other', async () => {
    const till = await load(front);
    await sendInventory(front, [
      [A, 9.89],
      [B, 5.5],
      [C, 3],
    ]);
    expect((await card(A)).held).toMatchObject({ price: 989, state: 'different' });
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(A, 8.99);
    expect((await card(A)).held).toMatchObject({ price: 989, state: 'different' });
    await load(front, till);
    expect((await card(A)).held).toBeNull();
    expect((await card(A)).loaded).not.toBeNull();
    expect((await card(B)).held).toMatchObject({ price: 550, state: 'different' });
    expect((await arrivals()).differing).toEqual([B]);
    expect((await dashboard()).tillCheck?.count).toBe(1);
    expect(await stray()).toMatchObject({ differing: 1 });
    const { check: counts, rows } = await check();
    expect([rows.map(({ pzn }) => pzn), counts?.counts]).toMatchObject([[B], { equal: 2, different: 1 }]);
    await ack(front, till.cursor);
    expect((await arrivals()).differing).toEqual([B]);
  });

  test('of which the till refuses an article leaves that as the inventory says', async () => {
    const till = await load(front);
    await sendInventory(
      front,
      [...till.prices].map(([pzn, price]) => [pzn, pzn === A ? 9.89 : price] as const),
    );
    await save(A, 8.99);
    await pull(till, front, pharmacy.crmCompanyId);
    await ack(front, till.cursor, { refused: [{ pzn: A, reason: 'gesperrt' }] });
    expect((await card(A)).held).toMatchObject({ price: 989, state: 'different' });
    expect((await dashboard()).tillCheck?.count).toBe(1);
  });

  test('whose digest agrees overrules all of it; one that does not, nothing', async () => {
    const till = await load(front);
    await sendInventory(front, [
      [A, 9.89],
      [B, 5],
    ]);
    const said = async () => [
      (await dashboard()).tillCheck?.count,
      (await arrivals()).differing,
      (await check()).rows.length,
      (await stray())?.differing ?? 0,
    ];
    expect(await said()).toEqual([2, [A, C], 2, 2]);
    await ack(front, till.cursor, { held: { count: 2, sha256: '0'.repeat(64) } });
    expect(await said()).toEqual([2, [A, C], 2, 2]);
    await ack(front, till.cursor, heldBy(till));
    expect(await said()).toEqual([0, [], 0, 0]);
    expect([(await card(A)).held, (await card(C)).held]).toEqual([null, null]);
    // A later inventory is the newer word.
    await sendInventory(front, [
      [A, 9.89],
      [B, 5],
    ]);
    expect(await said()).toEqual([2, [A, C], 2, 2]);
  });

  test('an inventory that agrees ends what a digest told', async () => {
    const till = await load(front);
    await ack(front, till.cursor, { held: { count: 0, sha256: '0'.repeat(64) } });
    expect((await tillOf('kasse-vorn'))?.differsSince).not.toBeNull();
    await sendInventory(front, till.prices);
    expect((await tillOf('kasse-vorn'))?.differsSince).toBeNull();
  });

  test('an article excluded after the inventory does not deviate (rule 9.31)', async () => {
    await load(front);
    await sendInventory(front, [
      [A, 9.89],
      [B, 5],
      [C, 3],
    ]);
    await save(A, null, true);
    expect((await check()).rows.map(({ verdict }) => verdict)).toEqual(['changedSince']);
    expect((await dashboard()).tillCheck?.count).toBe(0);
    expect((await card(A)).held).toBeNull();
    expect((await dashboard()).till?.pendingCount).toBe(1);
  });
});

test('the overview compares at most a hundred pharmacies anew (rule 22.4)', async () => {
  const { pool } = portal.database;
  const addDeviating = async (count: number) => {
    for (let added = 0; added < count; added++) {
      const { apoId } = await seedPharmacy(portal.database, next++);
      await pool.query(
        `INSERT INTO till_stock (apo_id, account, taken_at, source, user_name, pzns, cents, deviation_count)
         VALUES ($1, 'job', now(), 'till', 'Kasse', '{}', '{}', 7)`,
        [apoId],
      );
    }
  };
  const readCounted = async () => {
    let queries = 0;
    const query = (...asked: Parameters<typeof pool.query>) => {
      queries += 1;
      return pool.query(...asked);
    };
    const { tills: found } = await readStrayTills({ query } as never, new Date('2026-03-10T09:00:00Z'));
    return { queries, deviating: found.filter(({ differing }) => differing === 7).length };
  };
  await addDeviating(100);
  const full = await readCounted();
  expect(full.deviating).toBe(100);
  await addDeviating(20);
  expect(await readCounted()).toEqual({ queries: full.queries, deviating: 120 });
});

describe('a till that is not used any more (rule 22.7)', () => {
  const remove = async (client: Client, account: string) =>
    (await client.delete(`/api/price/till/${at()}/${encodeURIComponent(account)}`)).status;

  test('is removed by the pharmacy and by staff, and comes back when it calls', async () => {
    const one = await load(front);
    await load(back);
    await save(A, 8.99);
    await load(front, one);
    const old = await tillOf('kasse-hinten');
    const other = await portal.as('Karl Kurz', ['TP_admin_999999']);
    expect(await remove(other, old?.account ?? '')).toBe(403);
    expect(await remove(owner, old?.account ?? '')).toBe(200);
    expect((await dashboard()).till?.pendingCount).toBe(0);
    expect((await tills()).map(({ name }) => name)).toEqual(['kasse-vorn']);
    expect((await history(portal.database, pharmacy.apoId)).at(-1)?.event).toBe('Kasse „kasse-hinten“ entfernt');
    expect(await remove(owner, old?.account ?? '')).toBe(409);
    expect(await remove(sales, 'nobody')).toBe(400);
    await load(back);
    expect(await tills()).toHaveLength(2);
    expect(await remove(sales, old?.account ?? '')).toBe(200);
  });

  test('of files: what was confirmed before does not count, what is confirmed after does', async () => {
    await load(front);
    await loadFile();
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(A, 8.99);
    expect((await dashboard()).tillLacks?.groups).toEqual([{ productGroup: 'OTC', changed: 1, account: 'files' }]);
    await load(front);
    expect((await arrivals()).waiting?.pzns).toEqual([A]);
    expect(await remove(owner, 'files')).toBe(200);
    expect((await arrivals()).waiting?.pzns).toEqual([]);
    expect((await dashboard()).tillLacks).toBeNull();
    expect((await tills()).map(({ account }) => account)).not.toContain('files');
    portal.clock.set('2026-03-12T09:00:00Z');
    await loadFile();
    expect((await dashboard()).tillLacks).toMatchObject({ groups: [], reload: false });
  });
});

test('an acknowledgement names the members that it does not know, also within others', async () => {
  const till = newTill();
  await pull(till, front, pharmacy.crmCompanyId);
  const { body } = await front.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, {
    cursor: till.cursor,
    held: { ...heldBy(till).held, md5: 'x' },
    refused: [
      { pzn: A, reason: 'gesperrt', code: 7 },
      { pzn: B, reason: 'gesperrt', code: 8 },
    ],
    refusd: [],
  });
  expect(body).toEqual({ status: 'OK', ignored: ['refusd', 'held.md5', 'refused.code'] });
});
