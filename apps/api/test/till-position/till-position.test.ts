import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ENDPOINTS, type StrayTill } from '@portal/contracts';
import { PRODUCT_GROUPS, TILL_PROFILES } from '@portal/rules';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const [SALVE, ZINC, CALCIUM, DROPS] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];
const LISTED = [SALVE, ZINC, CALCIUM, DROPS];
/** Beyond the days after which the overview of staff names a till (rule 22.4). */
const DAYS_LATER = '2026-03-20T09:00:00Z';
let portal: TestPortal;
let sales: Client;
let pharmacy: SeededPharmacy;
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
    { pzn: SALVE, calculated: '8.49' },
    { pzn: ZINC, calculated: '5.00' },
    { pzn: CALCIUM, calculated: '5.00', type: 1 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: DROPS, calculated: '3.00' }]);
});

const at = (of: SeededPharmacy) => `${of.apoId}/${of.token}`;
const get = async (path: string) => {
  const { status, body } = await sales.get(path);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
/** `priceEdit` null: the calculated price again. */
const save = async (pzn: string, priceEdit: number | null, editedIgnore = false) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore };
  expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
const confirm = async (id: number, loaded = true, of = pharmacy) =>
  expect((await sales.put(`/api/price/tillfiles/${at(of)}/${id}`, { loaded })).status).toBe(200);
const download = async (productGroups: string[], of = pharmacy): Promise<number> => {
  const body = { productGroups, contents: 'all' };
  expect((await sales.post(`/api/price/clientpricelistdownload/${at(of)}`, body)).status).toBe(200);
  return (await get(`/api/price/tillfiles/${at(of)}`)).files[0].id;
};
const loadFile = async (productGroups = ['OTC', 'FREIWAHL'], of = pharmacy): Promise<number> => {
  const id = await download(productGroups, of);
  await confirm(id, true, of);
  return id;
};
const loadByJob = async (of = pharmacy) => {
  const job = await portal.as('Kasse', [`till_sync_${of.crmCompanyId}`]);
  const { body } = await job.get(`/api/till/v1/${of.crmCompanyId}/prices`);
  expect((await job.post(`/api/till/v1/${of.crmCompanyId}/ack`, { cursor: body.cursor })).status).toBe(200);
};
const reset = async (...pzns: string[]) => {
  const rows = pzns.map((pzn) => ({ pzn, truePrice: '8.49' }));
  const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
  expect((await sales.put(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`, { products: [] })).status).toBe(200);
};

const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, each) => total + (each ?? 0), 0);

/** What each place says the till lacks. */
async function everywhere(of = pharmacy) {
  portal.clock.set(DAYS_LATER);
  const { till, tillLacks } = ENDPOINTS.getDashboard.answer.parse(await get(`/api/pharmacy/dashboard/${of.path}`));
  const { groups } = ENDPOINTS.getTillFiles.answer.parse(await get(`/api/price/tillfiles/${at(of)}`));
  const { notInTill } = ENDPOINTS.getShelf.answer.parse(await get(`/api/price/shelf/${at(of)}`));
  const waiting: string[] = [];
  for (const group of PRODUCT_GROUPS) {
    const arrivals = ENDPOINTS.getListArrivals.answer.parse(await get(`/api/price/arrivals/${at(of)}/${group}`));
    waiting.push(...(arrivals.waiting?.pzns ?? []));
  }
  const cards: string[] = [];
  for (const pzn of LISTED) {
    const { loaded } = ENDPOINTS.getPriceWay.answer.parse(await get(`/api/price/way/${at(of)}/${pzn}`));
    if (loaded === null) cards.push(pzn);
  }
  const { tills } = ENDPOINTS.getStrayTills.answer.parse(await get('/api/admin/tills'));
  return {
    startPage: tillLacks ? sum(tillLacks.groups.map(({ changed }) => changed)) : till?.pendingCount,
    fileDialog: sum(groups.map(({ changed }) => changed)),
    shelf: notInTill.toSorted(),
    listFilters: waiting.toSorted(),
    cards: cards.toSorted(),
    lagsSince: tills.find(({ apoId }: StrayTill) => apoId === of.apoId)?.lagsSince ?? null,
  };
}
/** What all of them are to say of articles that are listed. */
const lacks = (since: string | null, ...pzns: string[]) => ({
  startPage: pzns.length,
  fileDialog: pzns.length,
  shelf: pzns.toSorted(),
  listFilters: pzns.toSorted(),
  cards: pzns.toSorted(),
  lagsSince: since,
});

test('a price that is back where the till loaded it is lacking nowhere (rule 22.2)', async () => {
  await loadFile();
  portal.clock.set('2026-03-11T08:00:00Z');
  await save(ZINC, 4.44);
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(SALVE, 9.49);
  await save(ZINC, null);
  expect(await everywhere()).toEqual(lacks('2026-03-11T09:00:00.000Z', SALVE));
  await save(SALVE, null);
  expect(await everywhere()).toEqual(lacks(null));
  const { sent, loaded } = await get(`/api/price/way/${at(pharmacy)}/${SALVE}`);
  const step = { at: '2026-03-10T09:00:00.000Z', userName: 'Tobias Sommer' };
  expect([sent, loaded]).toEqual([step, step]);
});

test('of several changes the first that the till lacks counts, with its day (rule 22.3)', async () => {
  await loadFile();
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(SALVE, 9.49);
  await save(DROPS, 2.5);
  portal.clock.set('2026-03-12T09:00:00Z');
  await save(SALVE, 9.99);
  await save(ZINC, 4.44);
  await save(DROPS, null);
  expect(await everywhere()).toEqual(lacks('2026-03-11T09:00:00.000Z', SALVE, ZINC));
  expect((await get(`/api/price/arrivals/${at(pharmacy)}/OTC`)).waiting.since).toEqual(['2026-03-11', '2026-03-12']);
});

test('withdrawn articles are lacking where the till has a price of them, and excluded ones that it never had are not', async () => {
  await loadFile();
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(ZINC, null, true);
  expect(await everywhere()).toEqual(lacks('2026-03-11T09:00:00.000Z', ZINC));
  // Zinc and Calcium leave the list; of what is not listed a card knows no step, and the list has no row.
  await reset(SALVE);
  expect(await everywhere()).toEqual({
    ...lacks('2026-03-11T09:00:00.000Z', ZINC),
    cards: [ZINC, CALCIUM].toSorted(),
  });
});

test('a group that was never loaded is not known anywhere', async () => {
  expect(await everywhere()).toMatchObject({
    fileDialog: 0,
    shelf: [],
    listFilters: [],
    cards: LISTED,
    lagsSince: null,
  });
  portal.clock.set('2026-03-10T09:00:00Z');
  await loadFile(['OTC']);
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(DROPS, 2.5);
  await save(SALVE, 9.49);
  expect(await everywhere()).toEqual({ ...lacks('2026-03-11T09:00:00.000Z', SALVE), cards: [SALVE, DROPS] });
});

test('a file does not bring prices into the till of the sync job, nor a job into that of files (rule 22.5)', async () => {
  await loadByJob();
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(SALVE, 9.49);
  await save(DROPS, 2.5);
  // The dialog knows of no file yet.
  expect(await everywhere()).toEqual({ ...lacks('2026-03-11T09:00:00.000Z', SALVE, DROPS), fileDialog: 0 });
  portal.clock.set('2026-03-12T09:00:00Z');
  await loadFile(['OTC']);
  expect(await everywhere()).toEqual({ ...lacks('2026-03-11T09:00:00.000Z', SALVE, DROPS), fileDialog: 0 });
  const { tillLacks } = await get(`/api/pharmacy/dashboard/${pharmacy.path}`);
  expect(tillLacks.groups).toEqual([
    { productGroup: 'OTC', changed: 1, account: 'job' },
    { productGroup: 'FREIWAHL', changed: 1, account: 'job' },
  ]);
  await loadByJob();
  expect(await everywhere()).toEqual(lacks(null));
});

test('an older file that is confirmed again puts the till back everywhere (rule 9.18)', async () => {
  const first = await loadFile();
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(SALVE, 9.49);
  await loadFile();
  expect(await everywhere()).toEqual(lacks(null));
  portal.clock.set('2026-03-12T09:00:00Z');
  await confirm(first);
  expect(await everywhere()).toEqual(lacks('2026-03-11T09:00:00.000Z', SALVE));
});

test('of a mirror the prices of its main pharmacy count against its own till', async () => {
  const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
  await loadFile(['OTC', 'FREIWAHL'], mirror);
  await loadByJob();
  portal.clock.set('2026-03-11T09:00:00Z');
  await save(SALVE, 9.49);
  await save(ZINC, 4.44);
  await loadByJob();
  await save(ZINC, null);
  expect(await everywhere(mirror)).toEqual(lacks('2026-03-11T09:00:00.000Z', SALVE));
  expect(await everywhere()).toEqual({ ...lacks('2026-03-11T09:00:00.000Z', ZINC), fileDialog: 0 });
});

test('where the whole list is due, all places say so (rules 9.5 and 9.19)', async () => {
  const write = (withdrawn: 'omit' | 'empty') =>
    portal.database.prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { tillProfile: 'own', tillLayout: { ...TILL_PROFILES.csv, withdrawn } },
    });
  await write('omit');
  await loadFile();
  const whole = async () => {
    const { cards, lagsSince } = await everywhere();
    const { tillLacks } = await get(`/api/pharmacy/dashboard/${pharmacy.path}`);
    const { groups } = await get(`/api/price/tillfiles/${at(pharmacy)}`);
    const { tillLoads } = await get(`/api/price/shelf/${at(pharmacy)}`);
    const { waiting } = await get(`/api/price/arrivals/${at(pharmacy)}/OTC`);
    return [cards, lagsSince, tillLacks.reload, groups[0].issue, tillLoads.OTC, waiting];
  };
  const since = '2026-03-10T09:00:00.000Z';
  expect(await whole()).toEqual([[], null, false, null, since, { pzns: [], since: [] }]);
  const due = (issue: string) => [LISTED, since, true, issue, null, { pzns: null, since: ['2026-03-10'] }];
  await write('empty');
  expect(await whole()).toEqual(due('omitted'));
  await write('omit');
  expect(await whole()).toEqual([[], null, false, null, since, { pzns: [], since: [] }]);
  // A version that the portal does not know, as after a restore.
  await portal.database.pool.query(`DELETE FROM list_step WHERE apo_id = $1 AND product_group = 'FREIWAHL'`, [
    pharmacy.apoId,
  ]);
  expect(await whole()).toEqual(due('outdated'));
});
