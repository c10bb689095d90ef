import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { detachYears } from '@portal/migrate/detach-years.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { edit } from '../support/save-stage.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { getPage, listedPrices, newTill, pull, sorted, type Till } from './support.ts';

// Price changes of a year are dropped (ADR 72): who lacks one of them must not go on as if there were none.
const YEAR = new Date().getUTCFullYear();
const [first, second] = [testPzn(1), testPzn(2)] as [string, string];
let portal: TestPortal;
let sales: Client;
let service: Client;
let pharmacy: SeededPharmacy;
/** Two tills of one pharmacy: one has loaded all, the other has not called since before the last change of the year. */
const [quick, slow] = [newTill(), newTill()];
/** Stands at the last change of the year; it lacks none that is dropped. */
const last = newTill();

beforeAll(async () => {
  portal = await startPortal(`${YEAR}-03-10T09:00:00Z`);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  pharmacy = await seedPharmacy(portal.database, 1);
  service = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: first }, { pzn: second }]);
  await save(first, 4.5);
  await load(slow);
  const older = await loadByHand();
  await save(second, 5.5);
  await load(last);
  portal.clock.set(`${YEAR + 1}-03-10T09:00:00Z`);
  await save(first, 6.5);
  await load(quick);
  expect(await acknowledge(quick.cursor)).toBe(200);
  // The older file goes into the till once more, after a newer one: what it lacks counts from then on.
  await loadByHand();
  await confirm(older);
  await detachYears(portal.database.pool.options.connectionString as string, YEAR, {
    now: new Date(`${YEAR + 11}-01-02`),
  });
  await save(first, 7.5);
}, 60_000);
afterAll(() => portal?.close());

const load = (till: Till) => pull(till, service, pharmacy.crmCompanyId);
async function acknowledge(cursor: string | undefined): Promise<number> {
  return (await service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor })).status;
}
async function save(pzn: string, price: number): Promise<void> {
  const { body } = await sales.put(`/api/price/${pharmacy.path}`, { products: [edit(pzn, price)] });
  expect(body).toMatchObject({ status: 'OK' });
}
const filesPath = () => `/api/price/tillfiles/${pharmacy.path}`;
/** A file that somebody has put into a till by hand. */
async function loadByHand(): Promise<number> {
  await sales.post(`/api/price/clientpricelistdownload/${pharmacy.path}`, { productGroups: ['OTC'], contents: 'all' });
  const { files } = (await sales.get(filesPath())).body;
  await confirm(files[0].id);
  return files[0].id;
}
async function confirm(file: number): Promise<void> {
  const { status, body } = await sales.put(`${filesPath()}/${file}`, { loaded: true });
  expect([status, body.message]).toEqual([200, undefined]);
}

test('a till that lacks a dropped change loads everything, though another one of its pharmacy has loaded since', async () => {
  const { cursor } = slow;
  expect((await load(slow))[0]).toMatchObject({ reload: 'outdated' });
  expect(sorted(slow.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
  // Nor is a page of such a load, begun before, nor its acknowledgement, good any more.
  const page = await getPage(service, pharmacy.crmCompanyId, { since: `${cursor}_all_${first}` });
  expect(page).toMatchObject({ reload: 'outdated' });
  expect(await acknowledge(cursor)).toBe(409);
});

test('one that lacks none of them goes on where it was', async () => {
  for (const till of [last, quick]) {
    expect(await load(till)).toMatchObject([{ reload: null, prices: [{ pzn: first, price: 7.5 }] }]);
    expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
  }
  expect(await acknowledge(quick.cursor)).toBe(200);
});

test('nothing builds upon a file by hand that lacks a dropped change', async () => {
  const { groups } = (await sales.get(filesPath())).body;
  expect(groups[0]).toMatchObject({ productGroup: 'OTC', issue: 'outdated', changed: null });
});
