import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';

const TILLS = 20;
/** 100,000 take 40 s on two idle processors; the night has others at work. */
const ROWS = 40_000;
const LISTED = 10_000;
/** In which all get through. */
const MOST_MS = 120_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

// Rules 13.17 and 13.18.
test(`${TILLS} tills of as many pharmacies send ${ROWS} rows each in the same minute: all get through`, async () => {
  const list = Array.from({ length: LISTED }, (_, n) => ({ pzn: testPzn(n + 1) }));
  const tills: Awaited<ReturnType<typeof till>>[] = [];
  async function till(n: number) {
    const pharmacy = await seedPharmacy(portal.database, n);
    await seedList(portal.database, pharmacy, 'OTC', list);
    const { crmCompanyId } = pharmacy;
    const client = await portal.as(`Kasse ${n}`, [`till_sync_${crmCompanyId}`]);
    return { client, path: `/api/till/v1/${crmCompanyId}/inventory` };
  }
  for (let n = 1; n <= TILLS; n += 1) tills.push(await till(n));
  const prices = Array.from({ length: ROWS }, (_, n) => ({ pzn: testPzn(n + 1), price: 1.99 }));
  const from = performance.now();
  const answers = await Promise.all(tills.map(({ client, path }) => client.post(path, { prices })));
  expect(answers.map(({ status }) => status)).toEqual(tills.map(() => 200));
  expect(performance.now() - from).toBeLessThan(MOST_MS);
}, 600_000);
