import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { getPage, history, listedPrices, newTill, pull, sorted, type Till } from './support.ts';

// A list as long as they get, loaded page by page by two tills of a pharmacy, while packages are approved and taken back in between.
const ROWS = 20_000;
const LIMIT = 5_000;
const PZNS = Array.from({ length: ROWS }, (_, index) => testPzn(index));
const [BEFORE, MONTH, NEXT_MONTH] = [4, 5, 6];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let service: Client;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  service = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    PZNS.map((pzn) => ({ pzn, calculated: BEFORE.toFixed(2) })),
  );
}, 120_000);
afterAll(() => portal?.close());

/** @returns the package, approved */
async function approve(price: number): Promise<number> {
  const rows = PZNS.map((pzn) => ({ pzn, truePrice: price.toFixed(2) }));
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows);
  const answer = await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return id;
}
const acknowledge = async ({ cursor }: Till) =>
  (await service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor })).status;
const pulled = (till: Till) => pull(till, service, pharmacy.crmCompanyId, LIMIT);
const pricesOf = (till: Till) => [...new Set(till.prices.values())];

/** A load in pages, between each two of which something happens. */
async function walk(till: Till, between: (page: number) => Promise<unknown>): Promise<void> {
  const slowly: Client = {
    ...service,
    get: ((path: string) => {
      const turn = pages++;
      return turn === 0 ? service.get(path) : between(turn).then(() => service.get(path));
    }) as Client['get'],
  };
  let pages = 0;
  await pull(till, slowly, pharmacy.crmCompanyId, LIMIT);
  expect(pages).toBe(ROWS / LIMIT);
}

test('no price is missed and none comes twice, whatever is approved between the pages; tills acknowledge in any order', async () => {
  const [one, two] = [newTill(), newTill()];
  let month = 0;
  await walk(one, async (page) => {
    if (page === 2) month = await approve(MONTH);
  });
  // All of one moment: not a page of the month that was approved in between.
  expect([one.prices.size, pricesOf(one)]).toEqual([ROWS, [BEFORE]]);

  await walk(two, async (page) => {
    if (page === 1) {
      const { status } = await sales.delete(`/api/price/approve/mdp/${pharmacy.path}/${month}/OTC`);
      expect(status).toBe(200);
    }
    if (page === 3) {
      const answer = await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${month}/OTC`, { products: [] });
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    }
  });
  expect([two.prices.size, pricesOf(two)]).toEqual([ROWS, [MONTH]]);

  // The later one first, then the earlier one, then both again: the pharmacy's till is as far as the furthest.
  const earlier = { ...one };
  for (const till of [two, one, two, one]) expect(await acknowledge(till)).toBe(200);
  expect((await history(portal.database, pharmacy.apoId)).map(({ event }) => event)).toEqual([
    'Kasse hat die ganze Preisliste geladen',
  ]);

  // Changes in pages, with another month approved in between: these come with the next cursor.
  await walk(one, async (page) => {
    if (page === 1) await approve(NEXT_MONTH);
  });
  expect([one.prices.size, pricesOf(one)]).toEqual([ROWS, [MONTH]]);
  for (const till of [one, two]) {
    await pulled(till);
    expect([till.prices.size, pricesOf(till)]).toEqual([ROWS, [NEXT_MONTH]]);
    expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
    expect(await acknowledge(till)).toBe(200);
    expect(await acknowledge(earlier)).toBe(200);
  }
  expect((await history(portal.database, pharmacy.apoId)).map(({ event }) => event)).toEqual([
    'Kasse hat die ganze Preisliste geladen',
    'Kasse hat 20.000 Preisänderungen geladen',
  ]);
  const { prices } = await getPage(service, pharmacy.crmCompanyId, { since: one.cursor as string });
  expect(prices).toEqual([]);
}, 240_000);
