import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { COSTS, type Cost, type CostClass, REFUSALS } from '@portal/contracts';
import express from 'express';
import pg from 'pg';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { createConstant } from '../../src/http/send-constant.ts';
import { runInCall } from '../../src/limits/call-context.ts';
import { createCallSlots } from '../../src/limits/call-slots.ts';
import { OUTSIDE, type SlotHolder } from '../../src/limits/semaphore.ts';
import { lockLists } from '../../src/modules/price-writing/index.ts';
import { claimsOf } from '../support/issuer.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

// Rules 13.8, 13.13 and 13.17 to 13.19: one caller never takes the portal from the others.

const classes = Object.entries(COSTS) as [CostClass, Cost][];
const forever = new AbortController().signal;

describe('slots of a class', () => {
  /** As many as get one at once, of those who ask. */
  async function fill(cost: CostClass, asking: readonly SlotHolder[]) {
    const slots = createCallSlots(12);
    const entered: SlotHolder[] = [];
    const refused: number[] = [];
    for (const holder of asking) {
      void slots.enter(cost, holder, forever).then(
        () => entered.push(holder),
        ({ httpStatus }: { httpStatus: number }) => refused.push(httpStatus),
      );
    }
    await pause(0);
    return { slots, entered, refused };
  }
  const threePeople = (count: number): SlotHolder[] =>
    Array.from({ length: count }, (_, n) => ({ person: `p${n % 3}`, pharmacy: 7 }));

  test.each(classes)(
    '%s: three people of one pharmacy leave slots to another one, and learn that it is theirs',
    async (cost, { service }) => {
      if (cost === 'public' || cost === 'link') return; // nobody is known there
      const asking = threePeople(1_000).map(({ person, pharmacy }) => ({
        person: service ? `${person} ${pharmacy}` : person,
        pharmacy,
      }));
      const { slots, entered, refused } = await fill(cost, asking);
      expect(entered.length).toBeLessThan(COSTS[cost].work.slots);
      expect(new Set(refused)).toEqual(new Set([429]));
      await slots.enter(cost, { person: 'other', pharmacy: 8 }, forever);
    },
  );

  test('who exceeds his own share is told so after a while, so that he does not come again at once', async () => {
    const slots = createCallSlots(12, 200);
    const holder = { person: 'engine 7', pharmacy: 7 };
    const { perPharmacy } = COSTS.delivery.received;
    for (let taken = 0; taken < perPharmacy; taken += 1) await slots.receive('delivery', holder, forever);
    const began = performance.now();
    await expect(slots.receive('delivery', holder, forever)).rejects.toMatchObject({ httpStatus: 429 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(190);
  });

  test.each([
    [1, 2],
    [2, 2],
    [3, 3],
    [4, 4],
    [16, 4],
  ])(
    'with %i processors a pharmacy has %i at work of all classes together; its light calls and other pharmacies go on',
    async (processors, most) => {
      const slots = createCallSlots(12, 0, processors);
      const entered: string[] = [];
      const enter = async (cost: CostClass, person: string, pharmacy: number) => {
        const slot = await slots.enter(cost, { person, pharmacy }, forever);
        entered.push(`${cost} ${pharmacy}`);
        return slot;
      };
      const first = await enter('search', 'anna', 7);
      for (const cost of (['list', 'write', 'heavy'] as const).slice(0, most - 1)) await enter(cost, 'anna', 7);
      const waits = enter('list', 'bert', 7);
      await enter('light', 'anna', 7);
      await enter('upload', 'anna', 7);
      await enter('list', 'carl', 8);
      expect(entered.slice(most)).toEqual(['light 7', 'upload 7', 'list 8']);
      first.release();
      await waits;
      expect(entered.at(-1)).toBe('list 7');
    },
  );

  test.each(classes)(
    '%s: accounts without a pharmacy have no larger share than one with one',
    async (cost, { work }) => {
      const { perPharmacy = Infinity, outside = perPharmacy } = work;
      const asking = Array.from({ length: 40 }, (_, n) => ({ person: `p${n}`, pharmacy: OUTSIDE }));
      const { entered } = await fill(cost, asking);
      expect(entered.length).toBeLessThanOrEqual(Math.min(outside, COSTS[cost].work.slots));
      expect(outside).toBeLessThanOrEqual(perPharmacy);
    },
  );

  test('503 only where many pharmacies have filled all slots and the queue', async () => {
    const asking = Array.from({ length: 2_000 }, (_, n) => ({ person: `p${n}`, pharmacy: n + 1 }));
    const { entered, refused } = await fill('write', asking);
    expect(entered).toHaveLength(COSTS.write.work.slots);
    expect(new Set(refused)).toEqual(new Set([503]));
  });
});

describe('over HTTP', () => {
  let portal: TestPortal;
  let pharmacies: SeededPharmacy[];
  const [pzn] = [testPzn(1)];

  beforeEach(async () => {
    portal = await startPortal();
    pharmacies = [];
    for (let n = 1; n <= 3; n += 1) {
      const pharmacy = await seedPharmacy(portal.database, n);
      await seedList(portal.database, pharmacy, 'OTC', [{ pzn }]);
      pharmacies.push(pharmacy);
    }
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await portal.close();
  });
  const sockets: Socket[] = [];
  const at = (n: number) => pharmacies[n] as SeededPharmacy;
  const ownerOf = (n: number, name = `Inhaber ${n}`) => portal.as(name, [`TP_admin_${at(n).crmCompanyId}`]);
  const body = (price: number) => ({
    products: [{ pzn, priceEdit: price, editedPermanent: false, editedIgnore: false }],
  });
  const save = async (client: Client, n: number, price: number) =>
    (await client.put(`/api/price/${at(n).path}`, body(price))).status;
  const pool = () => portal.deps.database.pool;
  const used = () => pool().totalCount - pool().idleCount;
  // Of several servers the one that is asked does not say what another waits for.
  const isWaiting = process.env.PORTAL_CITUS_URL
    ? `state = 'active' AND usename <> current_user AND application_name NOT LIKE 'citus%'`
    : `wait_event_type = 'Lock'`;
  const waitingForLocks = async () => {
    const { rowCount } = await portal.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${isWaiting}`,
    );
    return rowCount ?? 0;
  };
  async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
    for (let turns = 0; !(await condition()); turns += 1) {
      if (turns > 1_000) throw new Error('it did not come to this');
      await pause(10);
    }
  }
  /** The list is somebody's, as on another instance, while `work` runs. */
  const whileLocked = <T>(n: number, work: () => Promise<T>) =>
    portal.database.transaction(async (connection) => {
      await lockLists(connection, { apoId: at(n).apoId, groups: ['OTC'] });
      return { done: await work() };
    });

  test('16 saves of one person wait in front of his list with one connection; another pharmacy and his colleague work on', async () => {
    const [owner, colleague, other] = [await ownerOf(0), await ownerOf(0, 'Kollegin'), await ownerOf(1)];
    const { done: saves } = await whileLocked(0, async () => {
      const sent = Array.from({ length: 16 }, (_, n) => save(owner, 0, n + 1));
      await until(async () => (await waitingForLocks()) === 1 && used() === 1);
      for (let n = 0; n < 5; n += 1) expect(await save(other, 1, n + 1)).toBe(200);
      expect((await colleague.get(`/api/price/${at(0).path}/OTC`)).status).toBe(200);
      expect([await waitingForLocks(), used()]).toEqual([1, 1]);
      return { sent };
    });
    expect(await Promise.all(saves.sent)).toEqual(Array.from({ length: 16 }, () => 200));
  });

  test('writers of one list come person by person', async () => {
    const [owner, colleague] = [await ownerOf(0), await ownerOf(0, 'Kollegin')];
    const order: string[] = [];
    const { done: saves } = await whileLocked(0, async () => {
      const sent = Array.from({ length: 6 }, (_, n) => save(owner, 0, n + 1).then(() => order.push('Inhaber')));
      await until(async () => (await waitingForLocks()) === 1 && used() === 1);
      // Of the colleague: to know her right, and for the attempt that ends where the line begins.
      let released = 0;
      pool().on('release', () => (released += 1));
      const late = save(colleague, 0, 99).then(() => order.push('Kollegin'));
      await until(() => released === 2);
      return { sent: [...sent, late] };
    });
    await Promise.all(saves.sent);
    expect(order.indexOf('Kollegin')).toBeLessThanOrEqual(3);
  });

  test('of a pharmacy one large body is at work, from being read until the answer; small ones and other pharmacies go on', async () => {
    const [owner, colleague, other] = [await ownerOf(0), await ownerOf(0, 'Kollegin'), await ownerOf(1)];
    const pzns = Array.from({ length: 8_000 }, (_, n) => testPzn(n + 1));
    const large = pzns.map((each) => ({ pzn: each, priceEdit: 5, editedPermanent: false, editedIgnore: false }));
    const mark = async (client: Client, n: number, count: number) => {
      const marks = pzns.slice(0, count).map((each) => ({ pzn: each, price: 1, reviewed: true }));
      return (await client.put(`/api/price/reviewmarks/${at(n).path}/OTC`, { marks })).status;
    };
    let isMarked = false;
    const { done: calls } = await whileLocked(0, async () => {
      const saved = owner.put(`/api/price/${at(0).path}`, { products: large }).then(({ status }) => status);
      await until(async () => (await waitingForLocks()) === 1);
      const marked = mark(colleague, 0, 8_000).finally(() => (isMarked = true));
      expect(await mark(other, 1, 8_000)).toBe(200);
      expect(await mark(colleague, 0, 1)).toBe(200);
      expect(isMarked).toBe(false);
      return { saved, marked };
    });
    // Only one of the articles is on the list.
    expect([await calls.saved, await calls.marked]).toEqual([422, 200]);
  });

  test('who leaves gives up his work in the database and his turn, and nothing is changed', async () => {
    const { token } = await ownerOf(0);
    const leaving = new AbortController();
    const call = () =>
      fetch(`${portal.url}/api/price/${at(0).path}`, {
        method: 'PUT',
        body: JSON.stringify(body(5)),
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Cookie: `XSRF-TOKEN=${'x'.repeat(43)}`,
          'X-XSRF-TOKEN': 'x'.repeat(43),
        },
        signal: leaving.signal,
      }).catch((error: Error) => error.name);
    await whileLocked(0, async () => {
      const calls = [call(), call(), call()];
      await until(async () => (await waitingForLocks()) === 1 && used() === 1);
      leaving.abort();
      expect(await Promise.all(calls)).toEqual(['AbortError', 'AbortError', 'AbortError']);
      await until(async () => (await waitingForLocks()) === 0 && used() === 0);
    });
    expect(await portal.database.prisma.priceChange.count()).toBe(0);
    expect(await save(await ownerOf(0), 0, 6)).toBe(200);
  });

  /** An open package with rows outside the review, and the body that approves them. */
  async function openPart(n: number) {
    const { database } = portal;
    const { apoId, path } = at(n);
    const pzns = Array.from({ length: 20 }, (_, row) => testPzn(row + 2));
    const part = pzns.slice(1);
    await seedList(
      database,
      { apoId },
      'FREIWAHL',
      pzns.map((each) => ({ pzn: each })),
    );
    const id = await seedOpenUpdate(database, { apoId }, 'MDP', 'FREIWAHL', pzns);
    await database.pool.query(
      `UPDATE price_item SET aep = 5.10, vhp = 8.80, price_min = 7.77, price_avg = 9.10, price_max = 11.11, pe_cluster = 1,
              vh_cluster = 2, units = 40 WHERE apo_id = $1`,
      [apoId],
    );
    await database.pool.query(
      'UPDATE price_update_item SET true_price = CASE WHEN pzn = $2 THEN 99.90 ELSE 10.19 END WHERE apo_id = $1',
      [apoId, pzns[0]],
    );
    const owner = await ownerOf(n);
    const { version, listVersion } = (await owner.get(`/api/price/mdp/${path}/${id}/FREIWAHL`)).body;
    return async () =>
      (await owner.put(`/api/price/approvepart/mdp/${path}/${id}/FREIWAHL`, { pzns: part, version, listVersion }))
        .status;
  }

  test('50 approvals of a part by one person: judged once per state, and who comes then waits for few of them', async () => {
    const [approve, approveOther] = [await openPart(0), await openPart(1)];
    const { query } = pg.Client.prototype;
    let judged = 0;
    pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
      if ((args[0] as { text?: string }).text?.includes('listEndings')) judged += 1;
      return (query as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    const answered: number[] = [];
    const first = Promise.withResolvers<void>();
    const all = Array.from({ length: 50 }, async () => {
      answered.push(await approve());
      first.resolve();
    });
    await first.promise;
    const before = answered.length;
    expect(await approveOther()).toBe(200);
    expect(answered.length - before).toBeLessThanOrEqual(4);
    await Promise.all(all);
    pg.Client.prototype.query = query;
    // Before and after the approval, between the new versions of package and list, and of the other package.
    expect(judged).toBeGreaterThanOrEqual(3);
    expect(judged).toBeLessThanOrEqual(4);
    // The others come too late, and those beyond his line are his own share.
    expect(answered.filter((status) => status === 200)).toHaveLength(1);
    expect(answered.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
  });

  test('no single pharmacy uses up the pool of connections', async () => {
    const { crmCompanyId } = at(0);
    const sleeping = ['anna', 'bert', 'carl'].flatMap((person) =>
      Array.from({ length: 8 }, () =>
        runInCall({ holder: { person, pharmacy: crmCompanyId } }, () => pool().query('SELECT pg_sleep(0.5)')),
      ),
    );
    const settled = Promise.allSettled(sleeping);
    await until(() => used() === 4);
    const other = { holder: { person: 'dora', pharmacy: at(1).crmCompanyId } };
    const asked = await Promise.all(Array.from({ length: 4 }, () => runInCall(other, () => pool().query('SELECT 1'))));
    expect(asked).toHaveLength(4);
    expect(used()).toBe(4);
    expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('expired and wrong tokens cost no connection and are limited by address, where valid ones go on', async () => {
    const rateFactor = 1 / 100;
    const agent = supertest(createApp({ ...portal.deps, config: { ...portal.deps.config, rateFactor } }));
    const claims = claimsOf('Rolf Rater', ['solvena_admin']);
    const tokens = [await portal.issuer.token(claims, { expiresIn: -5 }), 'x.y.z'];
    let asked = 0;
    pool().on('acquire', () => (asked += 1));
    const call = (token: string) => agent.get('/api/solvena/userData').set('Authorization', `Bearer ${token}`);
    const storm = await Promise.all(Array.from({ length: 200 }, (_, n) => call(tokens[n % 2] as string)));
    const statuses = storm.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(
      REFUSALS.perAddress * rateFactor + 20,
    );
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(asked).toBe(0);
    expect((await call(await portal.issuer.token(claims))).status).toBe(200);
  });

  test('20 tills of 20 pharmacies send their inventories at once: none is refused', async () => {
    const tills: { client: Client; crm: number }[] = [];
    for (let n = 4; n < 24; n += 1) {
      const pharmacy = await seedPharmacy(portal.database, n);
      await seedList(portal.database, pharmacy, 'OTC', [{ pzn }]);
      const crm = pharmacy.crmCompanyId;
      tills.push({ client: await portal.as(`Kasse ${n}`, [`till_sync_${crm}`]), crm });
    }
    const prices = Array.from({ length: 2_000 }, (_, n) => ({ pzn: testPzn(n + 1), price: 1.99 }));
    const answers = await Promise.all(
      tills.map(({ client, crm }) => client.post(`/api/till/v1/${crm}/inventory`, { prices })),
    );
    expect(answers.map(({ status }) => status)).toEqual(tills.map(() => 200));
  });

  /** A call whose body comes no further than its beginning. */
  async function drip(path: string, token: string, type: string): Promise<Socket> {
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    const cookie = `Cookie: XSRF-TOKEN=${'x'.repeat(43)}\r\nX-XSRF-TOKEN: ${'x'.repeat(43)}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n{"prices":[`,
    );
    return socket;
  }

  test('bodies that come slowly keep nobody out: tills and uploads', async () => {
    const form = 'multipart/form-data; boundary=b';
    for (const n of [0, 1]) {
      const { crmCompanyId } = at(n);
      const { token = '' } = await portal.as(`Kasse ${n}`, [`till_sync_${crmCompanyId}`]);
      for (let calls = 0; calls < 3; calls += 1)
        await drip(`/api/till/v1/${crmCompanyId}/inventory`, token, 'application/json');
    }
    for (let n = 0; n < 8; n += 1) {
      const { token = '' } = await portal.as(`Gast ${n}`, ['solvena_customer']);
      for (let calls = 0; calls < 2; calls += 1) await drip('/api/price/csvMetaData', token, form);
    }
    const till = await portal.as('Kasse 2', [`till_sync_${at(2).crmCompanyId}`]);
    const inventory = await till.post(`/api/till/v1/${at(2).crmCompanyId}/inventory`, { prices: [{ pzn, price: 1 }] });
    expect(inventory.status).toBe(200);
    const owner = await ownerOf(2);
    const upload = owner
      .post('/api/price/csvMetaData')
      .field('type', 'priceimport')
      .attach('csv', Buffer.from('PZN;Preis\n01234562;1,00\n'), 'a.csv');
    expect((await upload).status).toBe(200);
  });

  test('what some hundred bytes unpack to is refused at the first chunk, honest compressed rows are taken', async () => {
    const { crmCompanyId } = at(0);
    const { token } = await portal.as('Kasse', [`till_sync_${crmCompanyId}`]);
    const send = async (type: string, content: string) => {
      const answer = await fetch(`${portal.url}/api/till/v1/${crmCompanyId}/inventory`, {
        method: 'POST',
        body: gzipSync(content, { level: 9 }),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, 'Content-Encoding': 'gzip' },
      });
      return answer.status;
    };
    expect(await send('text/csv', `PZN;VK\r\n${'a'.repeat(320 * 1024)}`)).toBe(413);
    const prices = Array.from({ length: 5_000 }, (_, n) => ({ pzn: testPzn(n + 1), price: 1.99 }));
    expect(await send('application/json', JSON.stringify({ prices }))).toBe(200);
  });

  test('configuration and OpenAPI document are served from memory, with 304 for who has them', async () => {
    for (const path of ['/api/config', '/api/openapi.json']) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => portal.anonymous.get(path)));
      const tags = new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`));
      expect(tags.size).toBe(1);
      const again = await portal.anonymous.get(path).set('If-None-Match', answers[0]?.headers.etag as string);
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });
});

test('what is the same for all is made once, however many ask', async () => {
  let made = 0;
  const send = createConstant(() => {
    made += 1;
    return { text: 'x'.repeat(5_000) };
  });
  const app = express().get('/', (request, response) => send({ request, response }));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      supertest(app)
        .get('/')
        .set('Accept-Encoding', n % 2 ? 'gzip' : 'identity'),
    ),
  );
  expect(answers.map(({ body }) => (body as { text: string }).text.length)).toEqual(answers.map(() => 5_000));
  expect(made).toBe(1);
});
