import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { isoDay } from '@portal/rules';
import { BUILD } from '../../src/builds/build.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { verifyHistory } from '../../src/modules/history-writing/verify-history.ts';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../support/api-instance.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { FIRST_LATER_MIGRATION, formerBuild } from '../support/former-build.ts';
import { httpClient, type HttpClient } from '../support/http-client.ts';
import { insertProducts } from '../support/insert-rows.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { claimsOf } from '../support/issuer.ts';
import { logger } from '../support/kept-database.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { seedUpdate } from '../price-updates/support.ts';

const former = formerBuild();
const DATABASE = `way_back_${process.pid}`;
/** What is new is tried in the first, the second gets a delivery, in the others people are at work. */
const PHARMACIES = [1, 2, 3, 4];
const NAMES = 'Döhler Nährcreme Kürbis Salbe Tropfen Gel Öl Tee Bad Saft Puder Milch'.split(' ');
const PZNS = NAMES.map((_, at) => testPzn(at));
const [RUNS, COMES, TAKEN, OWN, ...REST] = PZNS as [string, string, string, string, ...string[]];

let portal: TestPortal;
let database: Database;
let ownerUrl: string;
let settings: Record<string, string>;
let admin: string;
let instances: ApiInstance[] = [];
let balancer: Balancer;
let pharmacies: SeededPharmacy[];

const at = (path: string, base: string) => {
  const url = new URL(base);
  url.pathname = path;
  return url.href;
};
/** Days from today. */
const day = (number: number) => isoDay(new Date(Date.now() + number * 86_400_000));
const edit = (pzn: string, priceEdit: number | null, more: object = {}) => ({
  pzn,
  priceEdit,
  editedPermanent: false,
  editedIgnore: false,
  ...more,
});
const until = (validTo: string, validFrom?: string) => ({
  editedPermanent: true,
  validTo,
  ...(validFrom && { validFrom }),
});
const done = async <Body = Record<string, never>>(call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call;
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return body as Body;
};

beforeAll(async () => {
  if (!former) return;
  portal = await startPortal();
  await portal.database.pool.query(`CREATE DATABASE ${DATABASE}`);
  ownerUrl = at(DATABASE, portal.ownerUrl);
  await deployMigrations(ownerUrl, { before: FIRST_LATER_MIGRATION });
  database = openDatabase({ url: ownerUrl, pool: 4 }, logger);
  settings = instanceSettings(
    { databaseUrl: at(DATABASE, portal.databaseUrl), issuer: portal.issuer },
    { PORTAL_TEST_CLOCK: '1', PORTAL_DRAIN_SECONDS: '1', PORTAL_DATABASE_POOL: '6' },
  );
  admin = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']));
  await insertProducts(
    database,
    PZNS.map((pzn, n) => ({ pzn, name: NAMES[n] as string })),
  );
  pharmacies = [];
  for (const n of PHARMACIES) {
    const [apoId, crmCompanyId, token] = [500_000 + n, 700_000 + n, `token-of-pharmacy-${n}`];
    await database.pool.query(
      `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status, user_access_activated, user_emails)
       VALUES ($1, $2, $3, 'Apotheke', 'Markt 1', '10115', 'Berlin', 1, 1, true, 'issued')`,
      [apoId, crmCompanyId, token],
    );
    const pharmacy = { apoId, crmCompanyId, token, path: `${crmCompanyId}/${token}` };
    await seedList(
      database,
      pharmacy,
      'OTC',
      PZNS.map((pzn) => (pzn === OWN ? { pzn, type: 2, manual: '8.00' } : { pzn })),
    );
    pharmacies.push(pharmacy);
  }
}, 300_000);
afterAll(async () => {
  if (!former) return;
  await balancer?.close();
  await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
  await database?.close();
  await portal.database.pool.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await portal.close();
});

const start = (build: 'former' | 'present', port?: number) =>
  startInstance(settings, { ...(port && { port }), ...(build === 'former' && { main: former as string }) });

/** One by one, as docs/operations.md says. */
async function replaceAll(build: 'former' | 'present'): Promise<void> {
  for (const [index, old] of instances.entries()) {
    expect(await old.end('SIGTERM')).toBe(0);
    const instance = await start(build, old.port);
    instances[index] = instance;
    while (!balancer.inService().includes(instance.url)) await pause(20);
  }
}

/** What a pharmacy has, as an instance tells it. */
async function toldBy(url: string, { apoId, crmCompanyId, token, path }: SeededPharmacy) {
  const client = httpClient(url, admin);
  const till = httpClient(url, await portal.issuer.token(claimsOf('Kasse', [`till_sync_${crmCompanyId}`])));
  const list = await done(client.get(`/api/price/${path}/OTC`));
  const history = await done(client.get(`/api/pharmacy/history/${apoId}/${token}?limit=500`));
  const prices = await done(till.get(`/api/till/v1/${crmCompanyId}/prices`));
  const ways = [];
  for (const pzn of PZNS) {
    const entries = (await done(client.get(`/api/price/pricehistory/${apoId}/${token}/${pzn}`))) as unknown as object[];
    // The lowest price and the begin of a period are told in another way.
    ways.push(entries.map((entry) => ({ ...entry, lowest: undefined, began: undefined })));
  }
  // The last release names an article where it is the only one.
  const entries = (history.history as unknown as { changed: number; article: unknown }[]).map((entry) =>
    entry.changed === 1 ? entry : { ...entry, article: undefined },
  );
  return { list: list.pricelist, history: entries, prices, ways };
}

/** Both builds read the same prices, entries and till of every pharmacy. */
async function expectEqual(): Promise<void> {
  const both = await Promise.all([start('former'), start('present')]);
  try {
    for (const pharmacy of pharmacies) {
      const [then, now] = await Promise.all(both.map(({ url }) => toldBy(url, pharmacy)));
      expect(then).toEqual(now);
    }
  } finally {
    await Promise.all(both.map((instance) => instance.end('SIGTERM')));
  }
}

/** People who save one price after the other and read their list. @param days how long their shortest period runs */
function work(client: HttpClient, days = 1) {
  const saved = new Map<string, number>();
  const failures: string[] = [];
  let working = true;
  const people = pharmacies.slice(2).map(async ({ path, apoId }) => {
    for (let round = 0; working; round++) {
      const pzn = PZNS[round % PZNS.length] as string;
      const price = (100 + (round % 9000)) / 100;
      const products = [edit(pzn, price, round % 3 === 0 ? until(day(days + (round % 4))) : {})];
      const calls = [client.put(`/api/price/${path}`, { products }), client.get(`/api/price/${path}/OTC`)];
      const [answer, ...others] = await Promise.all(
        calls.map((call) => call.catch((error: Error) => ({ status: 0, body: String(error.cause) }))),
      );
      for (const { status, body } of [answer, ...others].flatMap((each) => each ?? []))
        if (status !== 200) failures.push(`${pzn}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      if (answer?.status === 200) saved.set(`${apoId} ${pzn}`, price);
      await pause(50);
    }
  });
  return {
    /** Every price that was acknowledged is in force. */
    async end() {
      working = false;
      await Promise.all(people);
      expect(failures.slice(0, 5)).toEqual([]);
      expect(saved.size).toBeGreaterThan(0);
      const { rows } = await database.pool.query<{ key: string; price: string }>(
        `SELECT apo_id || ' ' || pzn AS key, manual_price::text AS price FROM price_item WHERE apo_id || ' ' || pzn = ANY($1)`,
        [[...saved.keys()]],
      );
      expect(new Map(rows.map(({ key, price }) => [key, Number(price)]))).toEqual(saved);
    },
  };
}

async function moveClocks(now: Date): Promise<void> {
  for (const { url } of instances)
    await done(httpClient(url, admin).post('/api/dev/clock', { now: now.toISOString() }));
  const { failed } = await done(httpClient((instances[0] as ApiInstance).url, admin).post('/api/dev/run-jobs'));
  expect(failed).toEqual([]);
}

const severalRanges = (pzn: string) => {
  const { editedIgnore: _, ...row } = edit(pzn, 5, until(day(1)));
  return { ...row, later: [{ priceEdit: 4, editedPermanent: true, validFrom: day(2), validTo: day(3) }] };
};

(former ? test : test.skip)(
  'the last release and this one roll forth, back and forth with people at work, on data of both: every price, entry and chain equal',
  async () => {
    const ours = pharmacies[0] as SeededPharmacy;
    instances = [await start('former'), await start('former')];
    balancer = await startBalancer(instances.map(({ url }) => url));
    const client = httpClient(balancer.url, admin);
    const save = (...products: object[]) => client.put(`/api/price/${ours.path}`, { products });

    // Forth, with the migrations while people save. The contracts wait for the former instances.
    await done(save(edit(RUNS, 4.5, until(day(2))), edit(COMES, 3.9, until(day(5), day(1)))));
    let people = work(client);
    expect(await deployMigrations(ownerUrl)).toContain('20261129130000_builds');
    expect(await deployMigrations(ownerUrl)).toEqual([]);
    expect(await oldest()).toBe('0.1.0');
    const [old] = instances;
    expect(await old?.end('SIGTERM')).toBe(0);
    instances[0] = await start('present', old?.port);
    while (!balancer.inService().includes(instances[0].url)) await pause(20);
    // Whichever instance is asked refuses, and nothing is saved.
    const statuses = new Set<number>();
    for (let round = 0; round < 6; round++) statuses.add((await save(severalRanges(REST[0] as string))).status);
    expect([...statuses].toSorted()).toEqual([409, 422]);
    await replaceAll('present');
    await people.end();
    expect((await save(severalRanges(REST[0] as string))).status).toBe(409);

    // What this build writes otherwise than the former one: periods that are given back, corrections above them, held names.
    await done(save(edit(COMES, null, { editedIgnore: true })));
    const newest = async () => {
      const page = client.get(`/api/pharmacy/history/${ours.apoId}/${ours.token}?limit=1`);
      return (await done<{ history: { id: number }[] }>(page)).history[0]?.id;
    };
    const undo = `/api/price/undo/${ours.path}/${await newest()}`;
    await done(client.post(undo, { preview: (await done(client.get(undo))).preview }));
    const packageOf = (pzns: string[]) =>
      seedUpdate(
        database,
        ours,
        'MDP',
        pzns.map((pzn) => ({ pzn, truePrice: '9.89', avp: '12.50' })),
      );
    const first = await packageOf([RUNS, TAKEN, OWN]);
    const approval = `/api/price/approve/mdp/${ours.path}/${first}/OTC`;
    await done(client.put(approval, { products: [{ pzn: RUNS, editedPrice: null }] }));
    await done(remove(approval));
    const state = await done(client.get(`/api/price/mdp/${ours.path}/${first}/OTC`));
    const part = `/api/price/approvepart/MDP/${ours.path}/${first}/OTC`;
    await done(client.put(part, { pzns: [TAKEN], version: state.version, listVersion: state.listVersion }));
    const engine = httpClient(balancer.url, await portal.issuer.token(claimsOf('Pricing Engine', ['pricing_engine'])));
    const delivered = pharmacies[1] as SeededPharmacy;
    const lines = PZNS.map((pzn, n) => `${pzn};8,49;${NAMES[(n + 1) % NAMES.length]}`);
    const content = ['PZN;TruePrice neu;Produkt', ...lines, ''].join('\r\n');
    const held = await done(
      engine.upload(`/api/intake/mdp/${delivered.crmCompanyId}/OTC`, { name: 'names.csv', content }),
    );
    const centre = httpClient(balancer.url, await portal.issuer.token(claimsOf('Kundencenter', ['customer_centre'])));
    const given = {
      crmCompanyId: 810_001,
      apoId: 610_001,
      name: 'Neue',
      street: 'Weg 1',
      zipcode: '10115',
      city: 'Berlin',
    };
    const { outcomes } = await done<{ outcomes: { outcome: string; token: string }[] }>(
      centre.put('/api/intake/pharmacies', {
        pharmacies: [
          { ...given, active: 1, contractStatus: 1, userAccessActivated: true, changedAt: new Date().toISOString() },
        ],
      }),
    );
    const [created] = outcomes;
    expect(created?.outcome).toBe('created');
    await expectEqual();

    // Back, with people at work; the former build goes on with all of it, and the clock ends and begins prices.
    people = work(client);
    await replaceAll('former');
    await people.end();
    await expectEqual();
    await done(client.get(`/api/pharmacy/dashboard/810001/${created?.token}`));
    await done(client.get(`/api/price/mdp/${delivered.path}/${held.id}/OTC`));
    await done(client.put(`/api/price/approve/mdp/${delivered.path}/${held.id}/OTC`, { products: [] }));
    await done(client.put(approval, { products: [] }));
    await done(
      save(edit(REST[1] as string, 2.22, { editedPermanent: true }), edit(REST[2] as string, 3, until(day(9)))),
    );
    await moveClocks(new Date(Date.now() + 3 * 86_400_000));
    await expectEqual();
    const shown = async () => {
      const { rows } = await database.pool.query(
        `SELECT pzn, concat_ws(' ', price_type, manual_price, period_end) AS shown FROM price_item WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn`,
        [ours.apoId, [RUNS, COMES, ...REST.slice(1, 3)]],
      );
      return new Map(rows.map((row) => [row.pzn as string, row.shown as string]));
    };
    const after = new Map([
      [RUNS, '0'],
      [COMES, `3 3.90 ${day(5)}`],
      [REST[1], '3 2.22'],
      [REST[2], `3 3.00 ${day(9)}`],
    ]);
    expect(await shown()).toEqual(after);

    // Forth for good: what the former build saved is there, the contracts run, and nothing is off any more.
    people = work(client, 10);
    await replaceAll('present');
    await people.end();
    expect(await shown()).toEqual(after);
    expect(await deployMigrations(ownerUrl)).toEqual(expect.arrayContaining(['20261129130100_builds_contract']));
    await done(save(severalRanges(REST[3] as string)));
    expect(await brokenInvariants(database)).toEqual([]);
    expect(await verifyHistory(ownerUrl, [], () => undefined)).toBe(true);

    // A later build has come and gone: its floor stays.
    await database.pool.query(
      `CREATE OR REPLACE FUNCTION build_floor() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '99.0.0' $$`,
    );
    const late = await startInstance(settings, { ready: false });
    instances.push(late);
    let answer: { status: number; message?: string } = { status: 0 };
    while (answer.status === 0)
      answer = await fetch(`${late.url}/api/health/ready`).then(
        async (ready) => ({ status: ready.status, ...((await ready.json()) as object) }),
        async () => (await pause(50), { status: 0 }),
      );
    expect(answer).toMatchObject({ message: expect.stringContaining(`TruePrice ${BUILD} ist zu alt`) });
  },
  600_000,
);

const oldest = async () => (await database.pool.query('SELECT oldest_build() AS build')).rows[0].build as string;

function remove(path: string) {
  const headers = {
    Authorization: `Bearer ${admin}`,
    Cookie: `XSRF-TOKEN=${'x'.repeat(43)}`,
    'X-XSRF-TOKEN': 'x'.repeat(43),
  };
  return fetch(balancer.url + path, { method: 'DELETE', headers }).then(async (answer) => ({
    status: answer.status,
    body: (await answer.json()) as unknown,
  }));
}
