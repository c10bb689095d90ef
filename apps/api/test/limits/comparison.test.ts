import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

// Rule 13.16: what the comparison of an inventory takes, in ratios of one run, by processor time.

const PZNS = Array.from({ length: 80_000 }, (_, n) => testPzn(n + 1));
const LISTED = PZNS.slice(0, 2_000);
const ROUNDS = 3;

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let [till, owner]: Client[] = [];
const given = <T>(value: T | undefined): T => value as T;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    LISTED.map((pzn) => ({ pzn })),
  );
  till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
}, 400_000);
afterAll(() => portal?.close());

const till1 = () => `/api/till/v1/${pharmacy.crmCompanyId}`;

/** Everything as approved but one article. */
async function sendInventory(other: number): Promise<void> {
  const lines = PZNS.map((pzn, n) => `${pzn};${n === other ? '9,98' : '9,99'}\r\n`);
  const answer = await given(till)
    .post(`${till1()}/inventory`)
    .set('Content-Type', 'text/csv')
    .send(`PZN;VK\r\n${lines.join('')}`);
  expect(answer.status).toBe(200);
}

async function acknowledgeAll(): Promise<void> {
  let cursor = '';
  for (let more = true; more; ) {
    const since = cursor && `&since=${cursor}`;
    ({ cursor, more } = (await given(till).get(`${till1()}/prices?limit=5000${since}`)).body);
  }
  expect((await given(till).post(`${till1()}/ack`, { cursor })).status).toBe(200);
}

/** Of the first question in this state, with what differs. */
async function processorMs(): Promise<{ ms: number; differing: string[] }> {
  const began = process.cpuUsage();
  const { body } = await given(owner).get(`/api/price/arrivals/${pharmacy.apoId}/${pharmacy.token}/OTC`);
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1_000, differing: (body as { differing: string[] }).differing };
}

test('a till that has acknowledged everything since makes it no dearer', async () => {
  let [plain, acknowledged] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sendInventory(round);
    const { ms, differing } = await processorMs();
    expect(differing).toEqual([LISTED[round]]);
    plain = Math.min(plain, ms);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await portal.database.pool.query('DELETE FROM till');
    await sendInventory(ROUNDS + round);
    portal.clock.set(new Date(portal.clock.now().getTime() + 60_000).toISOString());
    await acknowledgeAll();
    const { ms, differing } = await processorMs();
    expect(differing).toEqual([]);
    acknowledged = Math.min(acknowledged, ms);
  }
  expect(acknowledged).toBeLessThan(2 * plain);
}, 400_000);
