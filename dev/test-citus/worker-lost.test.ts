import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { seedUpdate } from '../../apps/api/test/price-updates/support.ts';
import { brokenInvariants } from '../../apps/api/test/support/invariants.ts';
import { startPortal, type TestPortal } from '../../apps/api/test/support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../../apps/api/test/support/seed.ts';
import { workersOf } from '../src/test-database.ts';

const ROWS = 2000;
const PZNS = Array.from({ length: ROWS }, (_, index) => testPzn(index));

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let workers: pg.Client[] = [];

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    PZNS.map((pzn) => ({ pzn })),
  );
  const urls = await workersOf(process.env.PORTAL_CITUS_URL ?? '');
  workers = urls.map((connectionString) => new pg.Client({ connectionString }));
  await Promise.all(workers.map((worker) => worker.connect()));
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.end()));
  await portal?.close();
});

/** Ends what workers are doing for the portal. @returns how many of their sessions were in a transaction */
async function breakOff(database: string): Promise<number> {
  const ended = await Promise.all(
    workers.map((worker) =>
      worker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = $1 AND application_name LIKE 'citus_internal%' AND state <> 'idle'`,
        [database],
      ),
    ),
  );
  return ended.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

test('an approval whose worker breaks off is whole or absent, and is done by the next attempt', async () => {
  const database = new URL(portal.ownerUrl).pathname.slice(1);
  const client = await portal.as('Petra Hahn', ['solvena_admin']);
  let broken = 0;
  for (let round = 1; round <= 6; round++) {
    const truePrice = (5 + round / 100).toFixed(2);
    const id = await seedUpdate(
      portal.database,
      pharmacy,
      'MDP',
      PZNS.map((pzn) => ({ pzn, truePrice })),
    );
    const approve = () => client.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
    let answered = false;
    const first = approve().then(({ status }) => ((answered = true), status));
    // Each round a little later in the work of the approval.
    for (let left = round; left > 0 && !answered; ) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      if (--left === 0 && (await breakOff(database)) === 0) left = 1;
      else if (left === 0) broken += 1;
    }
    const status = await first;
    const changes = () => portal.database.prisma.priceChange.count({ where: { newPrice: truePrice } });
    const update = await portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
    expect([status, update.status, await changes()]).toEqual(
      update.status === 1 ? [expect.any(Number), 1, ROWS] : [expect.any(Number), 0, 0],
    );
    if (status === 200) expect(update.status).toBe(1);
    else expect(status).toBe(503);
    if (update.status === 0) expect((await approve()).status).toBe(200);
    expect(await changes()).toBe(ROWS);
    expect(await brokenInvariants(portal.database)).toEqual([]);
  }
  expect(broken).toBeGreaterThan(0);
});
