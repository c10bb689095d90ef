import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ApiInstance, instanceSettings, isReady, pause, startInstance } from '../support/api-instance.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { httpClient } from '../support/http-client.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const PZNS = Array.from({ length: 400 }, (_, index) => testPzn(index));
const CLIENTS = 6;
let portal: TestPortal;
let pharmacies: SeededPharmacy[];
let instances: ApiInstance[];
let token: string;
let balancer: Balancer | undefined;

beforeEach(async () => {
  portal = await startPortal();
  pharmacies = [];
  for (let n = 1; n <= CLIENTS; n++) {
    const pharmacy = await seedPharmacy(portal.database, n);
    await seedList(
      portal.database,
      pharmacy,
      'OTC',
      PZNS.map((pzn) => ({ pzn })),
    );
    pharmacies.push(pharmacy);
  }
  token = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']), { expiresIn: 3600 });
}, 120_000);
afterEach(async () => {
  await balancer?.close();
  await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

const settings = (more: Record<string, string> = {}) =>
  instanceSettings(portal, { PORTAL_DRAIN_SECONDS: '1', PORTAL_SHUTDOWN_SECONDS: '60', ...more });
const edit = (pzn: string | undefined, priceEdit: number) => ({
  pzn,
  priceEdit,
  editedPermanent: false,
  editedIgnore: false,
});

// Rule 13.10.
test('a rolling restart of all instances under load fails no request and loses no save', async () => {
  instances = await Promise.all([startInstance(settings()), startInstance(settings()), startInstance(settings())]);
  balancer = await startBalancer(instances.map(({ url }) => url));
  const client = httpClient(balancer.url, token);
  const failures: string[] = [];
  const saved = pharmacies.map(() => new Map<string, number>());
  let working = true;
  let calls = 0;
  const work = async (pharmacy: SeededPharmacy, acknowledged: Map<string, number>) => {
    for (let round = 0; working; round++) {
      const pzns = [0, 1, 2].map((n) => PZNS[(round * 3 + n) % PZNS.length] as string);
      const price = (100 + (round % 9000)) / 100;
      const answers = await Promise.all([
        client.put(`/api/price/${pharmacy.path}`, { products: pzns.map((pzn) => edit(pzn, price)) }),
        client.get(`/api/price/${pharmacy.path}/OTC`),
      ]).catch((error: Error) => {
        failures.push(`${error.message} ${String(error.cause)}`);
        return [];
      });
      for (const { status, body } of answers) {
        calls += 1;
        if (status !== 200) failures.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
      await pause(20); // people think; the processors are for the instances that start meanwhile
      if (answers[0]?.status === 200) for (const pzn of pzns) acknowledged.set(pzn, price);
    }
  };
  const workers = pharmacies.map((pharmacy, index) => work(pharmacy, saved[index] as Map<string, number>));

  const codes: (number | string)[] = [];
  for (let index = 0; index < instances.length; index++) {
    const old = instances[index] as ApiInstance;
    codes.push(await old.end('SIGTERM'));
    instances[index] = await startInstance(settings(), { port: old.port });
    while (!balancer.inService().includes(old.url)) await pause(20);
  }
  working = false;
  await Promise.all(workers);

  expect(failures.slice(0, 10)).toEqual([]);
  expect(codes).toEqual([0, 0, 0]);
  expect(calls).toBeGreaterThan(CLIENTS);
  expect([...balancer.served.values()].every((count) => count > 0)).toBe(true);
  for (const [index, pharmacy] of pharmacies.entries()) {
    const rows = await portal.database.prisma.priceItem.findMany({ where: { apoId: pharmacy.apoId, priceType: 2 } });
    expect(new Map(rows.map((row) => [row.pzn, Number(row.manualPrice)]))).toEqual(saved[index]);
  }
});

/** Holds a list as a long save would, so that the next save of it waits. */
async function holdList(apoId: number) {
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM list_version WHERE apo_id = $1 FOR UPDATE', [apoId]);
  return async () => {
    await connection.query('COMMIT');
    connection.release();
  };
}
const waiting = async () => {
  const { rows } = await portal.database.pool.query<{ waiting: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'preisportal-api%' AND wait_event_type = 'Lock') AS waiting`,
  );
  return rows[0]?.waiting ?? false;
};

test('stopping: not ready first, still serving while it drains, then the save under way is finished', async () => {
  const instance = await startInstance(settings());
  instances = [instance];
  const client = httpClient(instance.url, token);
  const pharmacy = pharmacies[0] as SeededPharmacy;
  const letGo = await holdList(pharmacy.apoId);
  const save = client.put(`/api/price/${pharmacy.path}`, { products: [edit(PZNS[0], 4.44)] });
  while (!(await waiting())) await pause(10);

  const ended = instance.end('SIGTERM');
  while (await isReady(instance.url)) await pause(5);
  const refused = await fetch(`${instance.url}/api/health/ready`);
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  expect(await refused.json()).toMatchObject({ status: 'ERROR', message: expect.stringContaining('nicht erreichbar') });
  const late = await client.get(`/api/price/${pharmacy.path}/OTC`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);

  // Once it has drained it takes no new calls, and the save still waits.
  while (
    await fetch(`${instance.url}/api/config`).then(
      () => true,
      () => false,
    )
  )
    await pause(20);
  expect(instance.ended).toBe(false);
  await letGo();
  const answer = await save;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
});

test('a request that never ends is cut off at the deadline, whole or absent', async () => {
  const instance = await startInstance(settings({ PORTAL_DRAIN_SECONDS: '0', PORTAL_SHUTDOWN_SECONDS: '1' }));
  instances = [instance];
  const pharmacy = pharmacies[0] as SeededPharmacy;
  const letGo = await holdList(pharmacy.apoId);
  const save = httpClient(instance.url, token)
    .put(`/api/price/${pharmacy.path}`, { products: [edit(PZNS[0], 4.44)] })
    .then(
      ({ status }) => status,
      () => 'broken off',
    );
  while (!(await waiting())) await pause(10);
  expect(await instance.end('SIGTERM')).toBe(1);
  expect(await save).toBe('broken off');
  await letGo();
  while (await waiting()) await pause(10);
});
