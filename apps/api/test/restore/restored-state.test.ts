import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import { commandsOf, withWords } from '@portal/dev/pages.ts';
import { copyTestDatabase, dropTestDatabase } from '@portal/dev/test-database.ts';
import pg from 'pg';
import { seedUpdate } from '../price-updates/support.ts';
import { csv, upload } from '../intake/support.ts';
import { getPage, listedPrices, newTill, pull, sorted } from '../till-sync/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { findPrograms, runProgram } from './programs.ts';

/**
 * A portal that goes on running while its database is restored to an earlier state: what tills, browsers and the server itself
 * remember was never stored. Saves get the same numbers before and after, and the test's clock stands still.
 */
const [A, B, C, D] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];
const programs = findPrograms();

type Way = {
  name: string;
  backUp(from: string, to: string): void | Promise<void>;
  restore(from: string, to: string): void | Promise<void>;
};
let folder: string;
let server: pg.Client;
let portal: TestPortal;

const at = (name: string) =>
  Object.assign(new URL(portal.database.pool.options.connectionString as string), { pathname: `/${name}` }).href;
const file = () => join(folder, 'portal.dump');
const WAYS: Way[] = [
  { name: 'a copy of the database', backUp: copyTestDatabase, restore: copyTestDatabase },
  ...(programs && process.env.PORTAL_NIGHTLY
    ? [
        {
          name: 'pg_dump and pg_restore',
          backUp: (from: string) =>
            runProgram(programs.dump, ['--format=custom', '--no-owner', `--file=${file()}`, `--dbname=${at(from)}`]),
          restore: async (_: string, to: string) => {
            await server.query(`CREATE DATABASE ${to} TEMPLATE template0`);
            runProgram(programs.restore, ['--no-owner', '--exit-on-error', `--dbname=${at(to)}`, file()]);
          },
        },
      ]
    : []),
];

// Rules 9.5, 9.19 and 13.12.
describe.each(WAYS)('after a restore by $name', (way) => {
  let pharmacy: SeededPharmacy;
  let other: SeededPharmacy;
  let mirror: SeededPharmacy;
  let owner: Client;
  let sales: Client;
  let engine: Client;
  let service: Client;
  let next = 1;
  let backup: string;

  beforeAll(async () => {
    portal = await startPortal();
    folder = await mkdtemp(join(tmpdir(), 'preisportal-restored-'));
    server = new pg.Client({ connectionString: at('postgres') });
    await server.connect();
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    engine = await portal.as('pricing', ['pricing_engine']);
  });
  afterAll(async () => {
    if (backup) await dropTestDatabase(backup);
    await server?.end();
    await portal?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    [pharmacy, other, mirror] = [
      await seedPharmacy(portal.database, next++),
      await seedPharmacy(portal.database, next++),
      await seedPharmacy(portal.database, next++),
    ];
    const items = [A, B, C].map((pzn) => ({ pzn, calculated: '9.99' }));
    await seedList(portal.database, pharmacy, 'OTC', items);
    await seedList(portal.database, other, 'OTC', [{ pzn: A, calculated: '1.11' }]);
    owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`, 'solvena_customer']);
    service = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
  });

  const database = () => new URL(portal.database.pool.options.connectionString as string).pathname.slice(1);
  async function backUp(): Promise<void> {
    backup = `${database()}_backup`;
    await dropTestDatabase(backup);
    await way.backUp(database(), backup);
    await reconnect();
  }
  async function restore(): Promise<void> {
    const name = database();
    await dropTestDatabase(name);
    await way.restore(backup, name);
    await reconnect();
  }
  /** The pools learn by their next statements that their connections are gone. */
  async function reconnect(): Promise<void> {
    for (const { pool } of [portal.database, portal.deps.database])
      for (let working = 0; working < 12; ) {
        working = await pool.query('SELECT 1').then(
          () => working + 1,
          () => 0,
        );
      }
  }
  const row = (pzn: string, priceEdit: number) => ({ pzn, priceEdit, editedPermanent: false, editedIgnore: false });
  const put = (pzn: string, price: number, versions: object = {}) =>
    owner.put(`/api/price/${pharmacy.path}`, { products: [row(pzn, price)], ...versions });
  const save = async (pzn: string, price: number) => expect((await put(pzn, price)).status).toBe(200);
  const deliver = (kind: string, content: string) =>
    upload(portal, engine, `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`, { name: `${kind}.csv`, content });
  const listUrl = () => `/api/price/${pharmacy.path}/OTC`;
  const listed = async () => (await owner.get(listUrl())).body;

  test('a till gets the whole list, though as many saves came after the restore as before it', async () => {
    const till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    await backUp();
    await save(A, 5.55);
    await pull(till, service, pharmacy.crmCompanyId);
    expect(till.prices.get(A)).toBe(5.55);
    await restore();
    await save(B, 6.66);
    const [page] = await pull(till, service, pharmacy.crmCompanyId);
    expect([page?.reload, page?.message]).toEqual(['outdated', expect.stringContaining('Datensicherung')]);
    expect(sorted(till.prices)).toEqual([
      [A, 9.99],
      [B, 6.66],
      [C, 9.99],
    ]);
    expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
  });

  test('what tills said since is gone, what they said before keeps its day, and a lost cursor is refused', async () => {
    const till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    const path = `/api/till/v1/${pharmacy.crmCompanyId}`;
    const inventory = (cursor: string, price: number) =>
      service.post(`${path}/inventory?cursor=${cursor}`, { prices: [{ pzn: A, price }] });
    portal.clock.set('2026-03-10T09:00:00Z');
    expect((await inventory(till.cursor as string, 9.99)).status).toBe(200);
    await backUp();
    await save(A, 5.55);
    await pull(till, service, pharmacy.crmCompanyId);
    portal.clock.set('2026-03-11T09:00:00Z');
    const told = {
      cursor: till.cursor,
      held: { count: 0, sha256: '0'.repeat(64) },
      refused: [{ pzn: A, reason: 'x' }],
    };
    expect((await service.post(`${path}/ack`, told)).status).toBe(200);
    expect((await inventory(till.cursor as string, 5.55)).status).toBe(200);
    await restore();
    expect((await service.post(`${path}/ack`, told)).status).toBe(409);
    expect((await inventory(till.cursor as string, 5.55)).status).toBe(409);
    const { body } = await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
    expect(body.till).toMatchObject({ refused: 0, differsSince: null });
    const { rows } = await portal.database.pool.query('SELECT taken_at FROM till_stock WHERE apo_id = $1', [
      pharmacy.apoId,
    ]);
    expect(rows).toEqual([{ taken_at: new Date('2026-03-10T09:00:00Z') }]);
    portal.clock.set('2026-03-10T09:00:00Z');
  });

  test('and so it does when nothing was saved since, or more than before; between its pages too', async () => {
    await backUp();
    await save(A, 5.55);
    const first = await getPage(service, pharmacy.crmCompanyId, { limit: '1' });
    const whole = await getPage(service, pharmacy.crmCompanyId);
    await restore();
    const reload = async (since: string) => (await getPage(service, pharmacy.crmCompanyId, { since })).reload;
    expect([await reload(whole.cursor), await reload(first.cursor)]).toEqual(['outdated', 'outdated']);
    for (const price of [1.11, 2.22, 3.33]) await save(B, price);
    expect([await reload(whole.cursor), await reload(first.cursor)]).toEqual(['outdated', 'outdated']);
  });

  test('a till that had seen nothing of the lost future goes on where it was', async () => {
    const { cursor } = await getPage(service, pharmacy.crmCompanyId);
    await backUp();
    await save(A, 5.55);
    await restore();
    await save(B, 6.66);
    const page = await getPage(service, pharmacy.crmCompanyId, { since: cursor });
    expect([page.reload, page.prices.map(({ pzn }) => pzn)]).toEqual([null, [B]]);
  });

  test('an acknowledgement of the lost future is refused; the dashboard shows what the database knows', async () => {
    const till = async () => (await sales.get(`/api/pharmacy/dashboard/${pharmacy.path}`)).body.till;
    const ack = (cursor: string) => service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor });
    const early = await getPage(service, pharmacy.crmCompanyId);
    expect((await ack(early.cursor)).status).toBe(200);
    await backUp();
    await save(A, 5.55);
    const lost = await getPage(service, pharmacy.crmCompanyId);
    expect((await ack(lost.cursor)).status).toBe(200);
    await restore();
    await save(B, 6.66);
    expect((await ack(lost.cursor)).status).toBe(409);
    expect(await till()).toMatchObject({ reload: false, pendingCount: 1 });
    const now = await getPage(service, pharmacy.crmCompanyId, { since: lost.cursor });
    expect([now.reload, (await ack(now.cursor)).status]).toEqual(['outdated', 200]);
    expect(await till()).toMatchObject({ reload: false, pendingCount: 0 });
  });

  test('a file by hand of the lost future cannot be confirmed; after the operator’s statement only a whole one is offered', async () => {
    const at = `${pharmacy.apoId}/${pharmacy.token}`;
    const record = async () => (await owner.get(`/api/price/tillfiles/${at}`)).body;
    const download = (contents: string) =>
      owner.post(`/api/price/clientpricelistdownload/${at}`, { productGroups: ['OTC'], contents });
    const load = async (contents: string): Promise<number> => {
      expect((await download(contents)).status).toBe(200);
      const { id } = (await record()).files[0];
      expect((await owner.put(`/api/price/tillfiles/${at}/${id}`, { loaded: true })).status).toBe(200);
      return id;
    };
    await load('all');
    await backUp();
    await save(A, 5.55);
    const lost = await load('changes');
    await restore();
    await save(B, 6.66);
    expect((await owner.put(`/api/price/tillfiles/${at}/${lost}`, { loaded: true })).status).toBe(404);
    expect(await record()).toMatchObject({ choose: false, groups: [{ issue: null, changed: 1 }, {}, {}] });
    const [statement = ''] = commandsOf('docs/operations.md', '## Backup and restore', 1, 'sql');
    const { rows } = await portal.database.pool.query<{ format: string }>(withWords(statement, { '\\gexec': '' }));
    await portal.database.pool.query(rows[0]?.format ?? '');
    expect((await record()).groups[0]).toMatchObject({ issue: 'outdated', since: null });
    expect((await download('changes')).body.message).toContain('Datensicherung');
    expect((await sales.get(`/api/pharmacy/dashboard/${pharmacy.path}`)).body.tillLacks).toMatchObject({
      reload: true,
    });
  });

  test('a till of a pharmacy that was linked to one before and to another after it gets the other one’s list', async () => {
    const client = await portal.as('till-sync', [`till_sync_${mirror.crmCompanyId}`]);
    const link = async (main: SeededPharmacy) => {
      const body = { pharmacy: main.apoId, shadowPharmacy: mirror.apoId };
      expect((await sales.post('/api/pharmacy/shadow', body)).status).toBe(200);
    };
    const till = newTill();
    await backUp();
    await link(pharmacy);
    await pull(till, client, mirror.crmCompanyId);
    expect(till.prices.get(A)).toBe(9.99);
    await restore();
    await link(other);
    const [page] = await pull(till, client, mirror.crmCompanyId);
    expect([page?.reload, sorted(till.prices)]).toEqual(['outdated', [[A, 1.11]]]);
  });

  test.each([COLUMNS_MEDIA_TYPE, 'application/json'])(
    'no browser and no server shows a list that was lost (%s)',
    async (Accept) => {
      const get = (etag = '') => owner.get(listUrl()).set({ Accept, 'If-None-Match': etag });
      await backUp();
      await save(A, 5.55);
      const lost = await get();
      await restore();
      await save(B, 6.66);
      const now = await get(lost.headers.etag as string);
      expect([now.status, now.text === lost.text]).toEqual([200, false]);
      expect((await listed()).pricelist.map((item: { priceEdit: number | null }) => item.priceEdit)).toEqual([
        null,
        6.66,
        null,
      ]);
    },
  );

  test('products in approval are not those of a lost package whose number another one has got', async () => {
    const bring = async (pzn: string) => {
      const answer = await deliver('mdp', csv([[pzn, '8,88']]));
      expect([answer.status, answer.body.message]).toEqual([200, null]);
      return answer.body.id as number;
    };
    await backUp();
    const lostId = await bring(A);
    const lost = await owner.get(listUrl());
    const lostUpdate = await owner.get(`/api/price/mdp/${pharmacy.path}/${lostId}/OTC`);
    await restore();
    const id = await bring(B);
    expect(id).toBe(lostId);
    const now = await owner.get(listUrl()).set('If-None-Match', lost.headers.etag as string);
    expect([now.status, now.body.blockedProducts]).toEqual([200, [{ pzn: B }]]);
    const update = await owner
      .get(`/api/price/mdp/${pharmacy.path}/${id}/OTC`)
      .set('If-None-Match', lostUpdate.headers.etag as string);
    expect([update.status, update.body.products.map((item: { pzn: string }) => item.pzn)]).toEqual([200, [B]]);
  });

  test('the name of a product is not the one that was lost', async () => {
    const bring = async (name: string) => {
      const answer = await deliver('qdp', csv([[D, '8,88', name]]));
      expect(answer.status).toBe(200);
      return `/api/price/qdp/${pharmacy.path}/${answer.body.id}/OTC`;
    };
    await backUp();
    const lost = await owner.get(await bring('Verloren'));
    await restore();
    const now = await owner.get(await bring('Gefunden')).set('If-None-Match', lost.headers.etag as string);
    expect([now.status, now.body.products?.[0]?.name]).toEqual([200, 'Gefunden']);
  });

  test('edits on a list that was lost are refused, with any saves since, and change nothing', async () => {
    const early = (await listed()).version as number;
    await backUp();
    await save(A, 5.55);
    const { version } = await listed();
    await restore();
    for (const step of ['nothing saved', 'another product saved']) {
      const refused = await put(A, 7.77, { version });
      expect([step, refused.status, refused.body.reason, refused.body.pzns]).toEqual([
        step,
        409,
        'changed_by_somebody_else',
        [A],
      ]);
      expect(refused.body.message).toMatch(/Datensicherung.*nichts gespeichert/);
      expect((await put(A, 7.77, { versions: { OTC: version } })).status).toBe(409);
      await save(B, 6.66);
    }
    expect((await listedPrices(portal.database, pharmacy.apoId)).get(A)).toBe(9.99);
    expect((await put(A, 7.77, { version: early })).status).toBe(200);
  });

  test('drafts and approvals of a package as it was in the lost future are refused', async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: A }, { pzn: B }]);
    const url = `/${pharmacy.path}/${id}/OTC`;
    const write = (call: 'save' | 'approve', pzn: string, price: number, versions = {}) => {
      const products = [{ pzn, editedPrice: price, editedPermanent: false, editedIgnore: false }];
      return owner.put(`/api/price/${call}/mdp${url}`, { products, ...versions });
    };
    await backUp();
    expect((await write('save', A, 5.55)).status).toBe(200);
    const { version, listVersion } = (await owner.get(`/api/price/mdp${url}`)).body;
    await restore();
    for (const call of ['save', 'approve'] as const) {
      const refused = await write(call, B, 7.77, { version, listVersion });
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Datensicherung')]);
    }
    const now = (await owner.get(`/api/price/mdp${url}`)).body;
    expect((await write('approve', B, 7.77, { version: now.version, listVersion: now.listVersion })).status).toBe(200);
  });
});
