import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces, type PriceListPieces } from '@portal/contracts';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedListedPharmacy, seedPharmacy, testPzn } from '../support/seed.ts';
import { type TaskReceiver, startTaskReceiver } from '../support/task-receiver.ts';
import { seedUpdate } from '../price-updates/support.ts';

// Three real processes on one database behind one address.
const PZNS = Array.from({ length: 50 }, (_, index) => testPzn(index));
const COLUMNS = { Accept: COLUMNS_MEDIA_TYPE };
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let instances: ApiInstance[];
let balancer: Balancer;
let customerCentre: TaskReceiver;
let token: string;
let browser: HttpClient;
const at = (index: number) => httpClient((instances[index] as ApiInstance).url, token);

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedListedPharmacy(portal.database, PZNS);
  customerCentre = await startTaskReceiver(5);
  const settings = instanceSettings(portal, { PORTAL_TEST_CLOCK: '1', PORTAL_TASKS_URL: customerCentre.url });
  instances = await Promise.all([startInstance(settings), startInstance(settings), startInstance(settings)]);
  balancer = await startBalancer(instances.map(({ url }) => url));
  token = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']));
  browser = httpClient(balancer.url, token);
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await Promise.all((instances ?? []).map((instance) => instance.end('SIGKILL')));
  await customerCentre?.close();
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

const list = `/OTC`;
const priceOf = (answer: { body: unknown }, pzn: string) =>
  (answer.body as { pricelist: { pzn: string; priceEdit: number | null }[] }).pricelist.find((row) => row.pzn === pzn)
    ?.priceEdit;
const save = (client: HttpClient, pzn: string, priceEdit: number) =>
  client.put(`/api/price/${pharmacy.path}`, {
    products: [{ pzn, priceEdit, editedPermanent: false, editedIgnore: false }],
  });

// Rule 7.7.
test('no user is tied to an instance: his calls go to all three, reads and writes', async () => {
  const answered = new Set<string | null>();
  for (let round = 0; round < 12; round++) {
    const answers = [
      await save(browser, PZNS[round] as string, 3 + round),
      await browser.get(`/api/price/${pharmacy.path}${list}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      answered.add(answer.headers.get('x-instance'));
    }
    expect(priceOf(answers[1] as (typeof answers)[1], PZNS[round] as string)).toBe(3 + round);
  }
  expect([...answered].sort()).toEqual(instances.map(({ port }) => String(port)).sort());
});

test('an XSRF cookie that one instance gave is good at the others, and none is as good as none', async () => {
  const given = await fetch(`${instances[0]?.url}/api/config`);
  const cookie = given.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN=')) as string;
  const value = /^XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] as string;
  const body = JSON.stringify({
    products: [{ pzn: PZNS[20], priceEdit: 5.5, editedPermanent: false, editedIgnore: false }],
  });
  const write = (url: string | undefined, header: Record<string, string>) =>
    fetch(`${url}/api/price/${pharmacy.path}`, {
      method: 'PUT',
      body,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Cookie: `XSRF-TOKEN=${value}`,
        ...header,
      },
    }).then(({ status }) => status);
  for (const { url } of instances) {
    expect(await write(url, { 'X-XSRF-TOKEN': value })).toBe(200);
    expect(await write(url, {})).toBe(403);
  }
});

test.each(['rows', 'columns'])(
  'a save through one instance is seen at once through the others, whose caches are warm (%s)',
  async (form) => {
    const accept = form === 'columns' ? COLUMNS : {};
    const path = `/api/price/${pharmacy.path}${list}`;
    for (let round = 0; round < 9; round++) {
      const [writer, b, c] = [round % 3, (round + 1) % 3, (round + 2) % 3].map(at) as [
        HttpClient,
        HttpClient,
        HttpClient,
      ];
      const before = await Promise.all([b.get(path, accept), c.get(path, accept)]);
      const tags = before.map((answer) => answer.headers.get('etag') as string);
      expect(tags[0]).toBe(tags[1]); // one tag for one state, from any instance
      const unchanged = await c.get(path, { ...accept, 'If-None-Match': tags[0] as string });
      expect([unchanged.status, unchanged.body]).toEqual([304, '']);

      const price = round + (form === 'rows' ? 20.5 : 40.5);
      expect((await save(writer, PZNS[30] as string, price)).status).toBe(200);
      const after = await Promise.all(
        [b, c, b, c].map((client, index) =>
          client.get(path, { ...accept, 'If-None-Match': tags[index % 2] as string }),
        ),
      );
      for (const answer of after) {
        expect(answer.status).toBe(200);
        expect(answer.headers.get('etag')).not.toBe(tags[0]);
        if (form === 'rows') expect(priceOf(answer, PZNS[30] as string)).toBe(price);
        else {
          const { columns } = joinPieces(answer.body as PriceListPieces);
          expect(columns.ownPrice[columns.pzn.indexOf(PZNS[30] as string)]).toBe(price * 100);
        }
      }
    }
  },
);

test('an approval through one instance shows on the dashboard and the list of the others at once', async () => {
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZNS[40] as string, truePrice: '8.49' }]);
  const blocked = async (client: HttpClient) =>
    ((await client.get(`/api/price/${pharmacy.path}${list}`)).body as { blockedProducts: { pzn: string }[] })
      .blockedProducts;
  expect(await Promise.all([blocked(at(1)), blocked(at(2))])).toEqual([[{ pzn: PZNS[40] }], [{ pzn: PZNS[40] }]]);
  const approved = await at(0).put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] });
  expect(approved.status).toBe(200);
  expect(await Promise.all([blocked(at(1)), blocked(at(2))])).toEqual([[], []]);
});

test('the jobs of three instances that wake at once act on each package exactly once', async () => {
  const due = { autoActionAt: new Date('2026-03-15T23:00:00Z'), autoAction: 'approve' };
  const ids: number[] = [];
  for (let n = 2; n < 14; n++) {
    const other = await seedPharmacy(portal.database, n);
    await seedList(
      portal.database,
      other,
      'OTC',
      PZNS.map((pzn) => ({ pzn })),
    );
    ids.push(
      await seedUpdate(
        portal.database,
        other,
        'MDP',
        PZNS.map((pzn) => ({ pzn })),
        due,
      ),
    );
  }
  const reports = await Promise.all([0, 1, 2].map((index) => at(index).post('/api/dev/run-jobs')));
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Their own clocks may have come first.
  const open = { id: { in: ids }, status: 0 };
  while ((await portal.database.prisma.priceUpdate.count({ where: open })) > 0) await pause(50);
  const entries = await portal.database.prisma.historyEntry.groupBy({
    by: ['mdpImportId'],
    where: { mdpImportId: { in: ids } },
    _count: true,
  });
  expect(entries.map(({ _count }) => _count)).toEqual(ids.map(() => 1));

  // Their messages to the customer centre: three instances deliver, each message goes out once.
  const { prisma } = portal.database;
  while ((await prisma.outbox.count({ where: { status: 'waiting' } })) > 0) await pause(50);
  const messages = await prisma.outbox.findMany();
  expect(messages.length).toBeGreaterThanOrEqual(ids.length);
  expect([...customerCentre.received].sort()).toEqual(messages.map(({ messageId }) => messageId).sort());
});
