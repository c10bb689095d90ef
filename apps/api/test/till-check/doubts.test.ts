import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

// Rules 9.45, 9.46 and 22.6.

const CENTS = [307, 415, 523, 649, 795, 898, 1049, 1195, 1398, 1595];
const PZNS = CENTS.map((_, at) => testPzn(at + 1));
const OTHER = testPzn(20);
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let sales: Client;
let till: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  portal.clock.set('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, next++);
  const rows = CENTS.map((cents, at) => ({ pzn: PZNS[at] as string, calculated: (cents / 100).toFixed(2) }));
  await seedList(portal.database, pharmacy, 'OTC', rows);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: OTHER, calculated: '2.50' }]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  till = await portal.as('service-account-kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
});

type Prices = [pzn: string, cents: number][];
const list = (change: (cents: number, at: number) => number = (cents) => cents): Prices => [
  ...CENTS.map((cents, at): Prices[number] => [PZNS[at] as string, change(cents, at)]),
  [OTHER, change(250, 10)],
];
const at = () => `${pharmacy.apoId}/${pharmacy.token}`;
const bring = async (prices: Prices, fields = {}) => {
  const rows = prices.map(([pzn, cents]) => `${pzn};${(cents / 100).toFixed(2).replace('.', ',')}\r\n`);
  const file = { name: 'Artikel.csv', content: `PZN;VK\r\n${rows.join('')}` };
  const columns = { pzncolumn: 'PZN', pricecolumn: 'VK', ...fields };
  const { status, body } = await upload(portal, owner, `/api/price/tillcheck/${at()}`, file, columns);
  expect([status, body.message]).toEqual([200, undefined]);
  return ENDPOINTS.checkTill.answer.parse(body);
};
const send = async (prices: Prices) => {
  const body = { prices: prices.map(([pzn, cents]) => ({ pzn, price: cents / 100 })) };
  const answer = await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/inventory`, body);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return ENDPOINTS.sendTillInventory.answer.parse(answer.body);
};
const read = async () => {
  const { body } = await owner.get(`/api/price/tillcheck/${at()}`);
  return ENDPOINTS.getTillCheck.answer.parse(body);
};
const dashboard = async () => (await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`)).body;
const stray = async () => {
  const { tills } = (await sales.get('/api/admin/tills')).body;
  return tills.find(({ apoId }: { apoId: number }) => apoId === pharmacy.apoId);
};
const decide = (counts: boolean, takenAt: string) =>
  owner.put(`/api/price/tillcheck/${at()}/doubted`, { till: 'files', takenAt, counts });
const decideOn = async (counts: boolean) => {
  const [doubted] = (await read()).doubted;
  const { account, takenAt } = doubted as NonNullable<typeof doubted>;
  return owner.put(`/api/price/tillcheck/${at()}/doubted`, { till: account, takenAt, counts });
};
const events = async () =>
  (
    await portal.database.prisma.historyEntry.findMany({ where: { apoId: pharmacy.apoId }, orderBy: { id: 'asc' } })
  ).map(({ event }) => event);
const inCents = (cents: number) => cents * 100;

describe('a file that somebody brings', () => {
  test('is asked about before it replaces the former comparison', async () => {
    await bring(list());
    portal.clock.set('2026-03-11T09:00:00Z');
    const asked = await bring(list(inCents));
    expect(asked).toMatchObject({ status: 'doubtful', rows: 11 });
    expect(asked.doubts).toEqual([
      'Bei 11 von 11 Artikeln liegt der Preis 100-mal so hoch wie freigegeben. Wahrscheinlich ist das Komma verrutscht.',
    ]);
    expect((await read()).check).toMatchObject({ takenAt: '2026-03-10T09:00:00.000Z', counts: { equal: 11 } });
    expect(await bring(list(inCents), { despite: 'take' })).toMatchObject({ status: 'OK', deviations: 11 });
    expect((await read()).check).toMatchObject({ takenAt: '2026-03-11T09:00:00.000Z', counts: { different: 11 } });
    expect(await events()).toEqual([
      'Kasse abgeglichen mit „Artikel.csv“: alle Preise wie freigegeben',
      'Kasse abgeglichen mit „Artikel.csv“ trotz Zweifeln: 11 Preise anders',
    ]);
  });

  test('with half of the list, or without a group that was there', async () => {
    await bring(list());
    expect((await bring(list().slice(6))).doubts).toEqual([
      '6 von 11 Artikeln fehlen. Vielleicht ist der Bestand nicht vollständig.',
    ]);
    expect((await bring(list().slice(0, 10))).doubts).toEqual(['Freiwahl fehlt ganz (1 Artikel).']);
  });

  test('of which no row can be read is refused', async () => {
    const file = { name: 'Artikel.csv', content: `PZN;VK\r\n${PZNS[0]};zwölf\r\n` };
    const columns = { pzncolumn: 'PZN', pricecolumn: 'VK' };
    const { status, body } = await upload(portal, owner, `/api/price/tillcheck/${at()}`, file, columns);
    expect([status, body.message]).toEqual([422, expect.stringContaining('kein einziger Preis')]);
    expect((await read()).check).toBeNull();
  });

  test('after an update that the till has not loaded is taken', async () => {
    const products = PZNS.map((pzn, place) => ({
      pzn,
      priceEdit: ((CENTS[place] as number) + 200) / 100,
      editedPermanent: false,
      editedIgnore: false,
    }));
    expect((await sales.put(`/api/price/${pharmacy.path}`, { products })).status).toBe(200);
    expect(await bring(list())).toMatchObject({ status: 'OK', deviations: 10 });
  });
});

describe('an inventory that a till sends', () => {
  test('waits beside the former one until the next alike', async () => {
    expect(await send(list())).toEqual({ status: 'OK', equal: 11, different: 0, missing: 0, extra: 0 });
    portal.clock.set('2026-03-11T02:00:00Z');
    const sentence =
      'Bei 11 von 11 Artikeln liegt der Preis 100-mal so hoch wie freigegeben. Wahrscheinlich ist das Komma verrutscht.';
    expect(await send(list(inCents))).toMatchObject({ equal: 0, different: 11, doubts: [sentence] });
    const { check, doubted, rows } = await read();
    expect(check).toMatchObject({ takenAt: '2026-03-10T09:00:00.000Z', counts: { equal: 11 } });
    expect(rows).toEqual([]);
    expect(doubted).toMatchObject([{ name: 'kasse', takenAt: '2026-03-11T02:00:00.000Z', doubts: [sentence] }]);
    expect(await dashboard()).toMatchObject({
      tillCheck: { count: 0 },
      tillDoubted: { takenAt: '2026-03-11T02:00:00.000Z' },
    });
    expect(await stray()).toMatchObject({ differing: 0, doubtedAt: '2026-03-11T02:00:00.000Z' });
    portal.clock.set('2026-03-12T02:00:00Z');
    expect((await send(list(inCents))).doubts).toBeUndefined();
    expect(await read()).toMatchObject({ doubted: [], check: { counts: { different: 11 } } });
    expect(await stray()).toMatchObject({ differing: 11, doubtedAt: null });
  });

  test('one that is doubted otherwise waits in its place, a good one ends it', async () => {
    await send(list());
    await send(list(inCents));
    expect((await send(list().slice(0, 10))).doubts).toEqual(['Freiwahl fehlt ganz (1 Artikel).']);
    expect((await read()).doubted).toHaveLength(1);
    await send(list());
    expect(await read()).toMatchObject({ doubted: [], check: { counts: { equal: 11 } } });
  });

  test('a person confirms it, as of when it was taken, or drops it', async () => {
    await send(list());
    portal.clock.set('2026-03-11T02:00:00Z');
    await send(list(inCents));
    const save = { pzn: PZNS[0], priceEdit: 307, editedPermanent: false, editedIgnore: false };
    portal.clock.set('2026-03-11T08:00:00Z');
    expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [save] })).status).toBe(200);
    expect((await decide(true, '2026-03-11T02:00:00.000Z')).status).toBe(409);
    expect((await decideOn(true)).status).toBe(200);
    const { check, doubted } = await read();
    expect(check).toMatchObject({ takenAt: '2026-03-11T02:00:00.000Z', source: 'till' });
    // 307,00 € is approved since.
    expect([check?.counts, doubted]).toMatchObject([{ different: 10, equal: 1, changedSince: 0 }, []]);
    portal.clock.set('2026-03-12T02:00:00Z');
    await send(list((cents) => Math.round(cents / 1.19)));
    expect((await decideOn(false)).status).toBe(200);
    expect(await read()).toMatchObject({ doubted: [], check: { takenAt: '2026-03-11T02:00:00.000Z' } });
    expect((await events()).slice(-2)).toEqual([
      'Bestand der Kasse vom 11.03.2026 bestätigt: 10 Preise anders',
      'Bestand der Kasse vom 12.03.2026 verworfen',
    ]);
  });

  test('of a till whose digest differs settles nothing of a group it does not name', async () => {
    const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
    const held = { count: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };
    const ack = await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor, held });
    expect(ack.status).toBe(200);
    await send(list().slice(0, 10));
    expect((await dashboard()).till.differsSince).toBe('2026-03-10T09:00:00.000Z');
    await send(list());
    expect((await dashboard()).till.differsSince).toBeNull();
  });

  test('a first one without a group counts; the group is not compared', async () => {
    expect((await send(list().slice(0, 10))).doubts).toBeUndefined();
    const { check, rows } = await read();
    expect([check?.counts.missing, check?.notCompared, rows]).toEqual([
      0,
      [{ productGroup: 'FREIWAHL', count: 1 }],
      [],
    ]);
    expect((await dashboard()).tillCheck).toMatchObject({ count: 0 });
    const { body } = await owner.get(`/api/price/way/${at()}/${OTHER}`);
    expect(body.held).toBeNull();
    expect((await send(list().slice(0, 10))).doubts).toBeUndefined();
  });
});

describe('half a load (rule 9.32)', () => {
  test('of a first one was never loaded, whatever the till had before, and not changed there', async () => {
    const path = `/api/price/clientpricelistdownload/${at()}`;
    expect((await owner.post(path, { productGroups: ['OTC', 'Freiwahl'], contents: 'all' })).status).toBe(200);
    const { files } = (await owner.get(`/api/price/tillfiles/${at()}`)).body;
    const loaded = { loaded: true };
    expect((await owner.put(`/api/price/tillfiles/${at()}/${files[0].id}`, loaded)).status).toBe(200);
    portal.clock.set('2026-03-10T10:00:00Z');
    const half = list((cents, place) => (place < 5 ? cents + 20 + place : cents));
    await bring(half, { despite: 'take' });
    const reasons = async () => (await read()).rows.map(({ verdict, reason }) => `${verdict} ${reason}`);
    expect(await reasons()).toEqual(Array.from({ length: 5 }, () => 'different neverLoaded'));
    portal.clock.set('2026-03-11T10:00:00Z');
    await bring(half);
    expect(await reasons()).toEqual(Array.from({ length: 5 }, () => 'different neverLoaded'));
    await portal.database.pool.query('DELETE FROM till_stock WHERE apo_id = $1', [pharmacy.apoId]);
    await bring(list().slice(5), { despite: 'take' });
    expect(await reasons()).toEqual(Array.from({ length: 5 }, () => 'missing neverLoaded'));
  });

  test('of a later one was not taken over, where the till had the articles before', async () => {
    const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
    const ack = () => till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor });
    expect((await ack()).status).toBe(200);
    await send(list());
    portal.clock.set('2026-03-11T02:00:00Z');
    await send(list().slice(5));
    expect((await read()).rows.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual(
      Array.from({ length: 5 }, () => 'missing notTaken'),
    );
    await send(list().slice(1));
    expect((await read()).rows.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual(['missing changedAtTill']);
  });
});

describe('a file that is confirmed after an inventory (rule 22.6)', () => {
  const download = async (contents: 'all' | 'changes', productGroups = ['OTC', 'Freiwahl']) => {
    const path = `/api/price/clientpricelistdownload/${at()}`;
    expect((await owner.post(path, { productGroups, contents })).status).toBe(200);
  };
  const confirm = async () => {
    const { files } = (await owner.get(`/api/price/tillfiles/${at()}`)).body;
    const path = `/api/price/tillfiles/${at()}/${files[0].id}`;
    expect((await owner.put(path, { loaded: true })).status).toBe(200);
    return path;
  };
  const wrong = (cents: number, place: number) => (place === 1 || place === 10 ? cents + 33 : cents);

  test('overrules it for the articles it carried, until the word is taken back', async () => {
    await bring(list(wrong));
    expect((await dashboard()).tillCheck).toMatchObject({ count: 2 });
    await download('all', ['OTC']);
    const path = await confirm();
    expect((await read()).rows.map(({ pzn }) => pzn)).toEqual([OTHER]);
    expect((await read()).check?.counts).toMatchObject({ equal: 10, different: 1 });
    expect((await dashboard()).tillCheck).toMatchObject({ count: 1 });
    expect((await owner.get(`/api/price/way/${at()}/${PZNS[1]}`)).body.held).toBeNull();
    expect((await owner.put(path, { loaded: false })).status).toBe(200);
    expect((await dashboard()).tillCheck).toMatchObject({ count: 2 });
  });

  test('changes overrule it for what changed', async () => {
    await download('all');
    await confirm();
    await bring(list(wrong));
    portal.clock.set('2026-03-10T10:00:00Z');
    const save = { pzn: PZNS[1], priceEdit: 9.5, editedPermanent: false, editedIgnore: false };
    expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [save] })).status).toBe(200);
    await download('changes');
    await confirm();
    expect((await read()).rows.map(({ pzn }) => pzn)).toEqual([OTHER]);
    expect((await dashboard()).tillCheck).toMatchObject({ count: 1 });
    portal.clock.set('2026-03-10T11:00:00Z');
    await bring(list(wrong));
    expect((await read()).rows.map(({ pzn, reason }) => [pzn, reason])).toEqual([
      [PZNS[1], 'neverLoaded'],
      [OTHER, 'changedAtTill'],
    ]);
  });
});
