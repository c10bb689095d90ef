import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type ListArrivals, type PriceWay, type StrayTill } from '@portal/contracts';
import { storeInventory } from '../../src/modules/till-inventory/index.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { newTill, pull } from '../till-sync/support.ts';

const [A, B, C] = [1, 2, 3].map(testPzn) as [string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let sales: Client;
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
    { pzn: C, calculated: '5.00', type: 1 },
  ]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});

const at = () => `${pharmacy.apoId}/${pharmacy.token}`;
const arrivals = async (): Promise<ListArrivals> => {
  const { status, body } = await owner.get(`/api/price/arrivals/${at()}/OTC`);
  expect([status, body.message]).toEqual([200, undefined]);
  return ENDPOINTS.getListArrivals.answer.parse(body);
};
const way = async (pzn: string): Promise<PriceWay> => {
  const { status, body } = await owner.get(`/api/price/way/${at()}/${pzn}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return ENDPOINTS.getPriceWay.answer.parse(body);
};
const stray = async (): Promise<StrayTill[]> => {
  const { body } = await sales.get('/api/admin/tills');
  const { tills } = ENDPOINTS.getStrayTills.answer.parse(body);
  return tills.filter(({ apoId }) => apoId === pharmacy.apoId);
};
const save = async (pzn: string, priceEdit: number | null, editedIgnore = false) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore };
  expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
/** Downloads a file, and says that it is in the till. */
const load = async (contents = 'all') => {
  const file = await owner.post(`/api/price/clientpricelistdownload/${at()}`, { productGroups: ['OTC'], contents });
  expect(file.status).toBe(200);
  const { id } = (await owner.get(`/api/price/tillfiles/${at()}`)).body.files[0];
  return (loaded = true) => owner.put(`/api/price/tillfiles/${at()}/${id}`, { loaded });
};
const confirmLoad = async () => expect((await (await load())()).status).toBe(200);
const hold = (rows: readonly (readonly [string, number | null])[], takenAt = '2026-03-11T18:00:00Z') =>
  storeInventory(portal.database.pool, {
    apoId: pharmacy.apoId,
    account: 'files',
    takenAt: new Date(takenAt),
    source: 'file',
    cursor: null,
    fileName: 'kasse.csv',
    userName: 'Anna Berger',
    actor: 'anna',
    rows: { pzns: rows.map(([pzn]) => Number(pzn)), cents: rows.map(([, cents]) => cents) },
    approved: { pzns: [A, B, C].map(Number), cents: [999, 500, null] },
  });
const refuse = (pzn: string) =>
  portal.database.pool.query(
    `INSERT INTO till_refused (apo_id, account, pzn, reason, told_at) VALUES ($1, 'files', $2, 'Artikel gesperrt', '2026-03-11T18:05:00Z')`,
    [pharmacy.apoId, pzn],
  );

describe('what has not arrived of a list (rule 22.3)', () => {
  test('where nothing is known of till and labels, nothing is said', async () => {
    await save(A, 8.99);
    expect(await arrivals()).toEqual({ waiting: null, differing: null, outdated: null });
    expect(await stray()).toEqual([]);
  });

  test('what changed since the till was loaded waits from the day of the first change, and not if it is back', async () => {
    await confirmLoad();
    expect((await arrivals()).waiting).toEqual({ pzns: [], since: [] });
    portal.clock.set('2026-03-12T23:30:00Z');
    await save(A, 8.99);
    await save(B, 4.44);
    portal.clock.set('2026-03-14T09:00:00Z');
    await save(A, 8.49);
    await save(B, null);
    expect((await arrivals()).waiting).toEqual({ pzns: [A], since: ['2026-03-13'] });
    await confirmLoad();
    expect((await arrivals()).waiting).toEqual({ pzns: [], since: [] });
  });

  test('a till that has to load the whole list waits for all of it', async () => {
    await confirmLoad();
    await portal.database.pool.query('UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1', [
      pharmacy.apoId,
    ]);
    expect((await arrivals()).waiting).toEqual({ pzns: null, since: ['2026-03-10'] });
  });

  test('the sync job counts as a person does, the later one (rule 22.2)', async () => {
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    await save(A, 8.99);
    const held = newTill();
    await pull(held, till, pharmacy.crmCompanyId);
    await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: held.cursor });
    await save(B, 4.44);
    expect((await arrivals()).waiting).toEqual({ pzns: [B], since: ['2026-03-10'] });
    expect((await way(A)).loaded).toEqual({ at: '2026-03-10T09:00:00.000Z', userName: null });
    expect((await way(B)).loaded).toBeNull();
  });

  test('what the till has otherwise, lacks or refuses differs, but not what was changed here since', async () => {
    // C is the pharmacy's own: no price of the portal was ever its (rule 9.31)
    await hold([
      [A, 1099],
      [C, 700],
    ]);
    expect((await arrivals()).differing).toEqual([A, B]);
    portal.clock.set('2026-03-12T09:00:00Z');
    await save(A, 8.99);
    expect((await arrivals()).differing).toEqual([A, B]);
    await hold(
      [
        [A, 899],
        [B, 500],
      ],
      '2026-03-12T18:00:00Z',
    );
    portal.clock.set('2026-03-13T09:00:00Z');
    await save(A, 7.99);
    expect((await arrivals()).differing).toEqual([]);
    await refuse(B);
    expect((await arrivals()).differing).toEqual([B]);
  });

  test('a till that reads an empty price as 0 sells withdrawn articles for nothing (rule 9.31)', async () => {
    await save(B, null, true);
    await hold([
      [A, 999],
      [B, 0],
      [C, 0],
    ]);
    // nothing was ever approved for C
    expect((await arrivals()).differing).toEqual([B]);
    expect(await stray()).toMatchObject([{ differing: 1 }]);
    expect((await way(B)).held).toMatchObject({ price: 0, state: 'extra' });
  });

  test('an outdated label is one whose price is not in force', async () => {
    const labels = [{ pzn: A, price: 999 }];
    expect((await owner.post(`/api/price/labels/${at()}/printed`, { labels })).status).toBe(200);
    expect((await arrivals()).outdated).toEqual([]);
    await save(B, 4.44);
    expect((await arrivals()).outdated).toEqual([B]);
  });
});

describe('the way of a price (rule 22.1)', () => {
  test('begins with the update that calculated it, and names each step with its time and who took it', async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: A, truePrice: '10.99' }]);
    portal.clock.set('2026-03-10T10:00:00Z');
    expect((await owner.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] })).status).toBe(200);
    const nothing = { sent: null, loaded: null, held: null, refused: null, label: null };
    const known = {
      calculated: { at: expect.any(String), kind: 'MDP' },
      approved: { at: '2026-03-10T10:00:00.000Z', userName: 'Anna Berger', event: 'Monatsupdate freigegeben' },
    };
    expect(await way(A)).toEqual({ ...nothing, ...known });

    portal.clock.set('2026-03-10T11:00:00Z');
    const confirmFile = await load();
    const sent = { at: '2026-03-10T11:00:00.000Z', userName: 'Anna Berger' };
    expect(await way(A)).toEqual({ ...nothing, ...known, sent });

    portal.clock.set('2026-03-10T12:00:00Z');
    await confirmFile();
    await owner.post(`/api/price/labels/${at()}/printed`, { labels: [{ pzn: A, price: 1099 }] });
    await hold([[A, 1000]]);
    await refuse(A);
    expect(await way(A)).toEqual({
      ...known,
      sent,
      loaded: { at: '2026-03-10T12:00:00.000Z', userName: 'Anna Berger' },
      held: { at: '2026-03-11T18:00:00.000Z', price: 1000, state: 'different' },
      refused: { at: '2026-03-11T18:05:00.000Z', reason: 'Artikel gesperrt' },
      label: { price: 1099, printedAt: '2026-03-10T12:00:00.000Z', outdated: false },
    });
  });

  test('an excluded article that the till still sells is there too much; one it never had is no matter', async () => {
    await hold([[C, 700]]);
    expect((await way(C)).held).toEqual({ at: '2026-03-11T18:00:00.000Z', price: 700, state: 'extra' });
    await hold([[B, 500]]);
    expect((await way(C)).held).toBeNull();
    expect((await way(A)).held).toEqual({ at: '2026-03-11T18:00:00.000Z', price: null, state: 'missing' });
  });

  test('a file of before the change has not carried it', async () => {
    await confirmLoad();
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(A, 8.99);
    const { sent, loaded } = await way(A);
    expect([sent, loaded]).toEqual([null, null]);
  });
});

describe('tills that stray (rule 22.4)', () => {
  const confirmed = {
    name: expect.any(String),
    city: expect.any(String),
    lagsSince: null,
    differsSince: null,
    differing: 0,
    missing: 0,
    refused: 0,
    standOf: null,
    doubtedAt: null,
  };
  const place = () => ({ apoId: pharmacy.apoId, crmCompanyId: pharmacy.crmCompanyId, token: pharmacy.token });

  test('a till lags that lacks a change of more than three days ago', async () => {
    await confirmLoad();
    portal.clock.set('2026-04-20T09:00:00Z');
    await save(A, 8.99);
    expect(await stray()).toEqual([]);
    portal.clock.set('2026-04-23T08:59:00Z');
    expect(await stray()).toEqual([]);
    portal.clock.set('2026-04-23T09:01:00Z');
    expect(await stray()).toEqual([{ ...place(), ...confirmed, lagsSince: '2026-04-20T09:00:00.000Z' }]);
    await confirmLoad();
    expect(await stray()).toEqual([]);
  });

  test('a till differs by what it said or what somebody compared', async () => {
    await confirmLoad();
    await hold([[A, 1099]]);
    await refuse(B);
    expect(await stray()).toEqual([
      { ...place(), ...confirmed, differsSince: '2026-03-11T18:00:00.000Z', differing: 2, missing: 1, refused: 1 },
    ]);
    const right = [
      [A, 999],
      [B, 500],
    ] as const;
    await hold(right, '2026-03-11T18:06:00Z');
    expect(await stray()).toEqual([]);
  });

  test('a cancelled pharmacy is not among them', async () => {
    await hold([[A, 1099]]);
    await portal.database.pool.query('UPDATE pharmacy SET active = 3 WHERE apo_id = $1', [pharmacy.apoId]);
    expect(await stray()).toEqual([]);
  });
});
