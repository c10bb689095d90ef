import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type CustomerCentre, DEMO_TASKS_SECRET, startCustomerCentre } from '@portal/dev/customer-centre/server.ts';
import { freePort } from '@portal/dev/free-ports.ts';
import { STATEMENTS } from '../../src/db/statement.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { deliverMessages, type Senders } from '../../src/modules/outbox/deliver-messages.ts';
import { DeliveryError } from '../../src/modules/outbox/delivery-error.ts';
import { forgetMessages } from '../../src/modules/outbox/forget-messages.ts';
import { writeMessage } from '../../src/modules/outbox/messages.ts';
import { MOST_ATTEMPTS, retryDelayMs } from '../../src/modules/outbox/retry.ts';
import { csv, upload } from '../intake/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { deliveryDeps, messages, notingSenders } from './support.ts';

describe('delivery', () => {
  const NOW = '2026-03-10T09:00:00Z';
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await startPortal(NOW);
  });
  afterEach(() => portal.close());

  const payload = { to: 'a@portal.example', name: 'A', since: null, until: NOW, actor: 'a' };
  const write = (db = portal.deps.database.pool) =>
    writeMessage(db, { kind: 'logExport', payload, at: portal.clock.now() });
  const deliver = (senders: Senders) => deliverMessages({ ...portal.deps, senders });
  const failing = (error: Error): Senders => {
    const fail = () => Promise.reject(error);
    return {
      logExport: fail,
      taskClosed: fail,
      pharmacy: fail,
      notice: fail,
      noticeConfirmation: fail,
      delivery: fail,
    };
  };
  const later = (ms: number) => portal.clock.set(new Date(portal.clock.now().getTime() + ms).toISOString());
  const events = async () => {
    const { rows } = await portal.database.pool.query('SELECT event, detail FROM outbox_event ORDER BY id');
    return rows as { event: string; detail: string | null }[];
  };

  // Rule 11.5.
  test('the next message of a kind is found without a look at those of other kinds that wait longer', async () => {
    const { pool } = portal.database;
    await pool.query(
      `INSERT INTO outbox (message_id, kind, payload, created_at, next_attempt_at)
     SELECT gen_random_uuid(), 'taskClosed', '{}', $1::timestamptz, $1::timestamptz - n * interval '1 s' FROM generate_series(1, 3000) n`,
      [NOW],
    );
    await write();
    await pool.query('ANALYZE outbox');
    const lease = STATEMENTS.find(({ text }) => /FROM outbox\b.*SKIP LOCKED/s.test(text));
    const connection = await pool.connect();
    await connection.query('BEGIN');
    const { rows } = await connection.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${lease?.text}`, [
      '00000000-0000-4000-8000-000000000000',
      'logExport',
      NOW,
      NOW,
    ]);
    await connection.query('ROLLBACK');
    connection.release();
    const plan = JSON.stringify(rows);
    expect(plan).toContain('"Actual Rows":1');
    expect([...plan.matchAll(/"Rows Removed by (?:Filter|Index Recheck)":([1-9]\d*)/g)].map(([, n]) => n)).toEqual([]);
  });

  test('a message exists exactly when what it tells of exists', async () => {
    const { database } = portal.deps;
    const work = database.transaction(async (connection) => {
      await writeMessage(connection, { kind: 'logExport', payload, at: portal.clock.now() });
      throw new Error('the write it belongs to fails');
    });
    await expect(work).rejects.toThrow('fails');
    expect(await messages(portal)).toEqual([]);
    await database.transaction((connection) =>
      writeMessage(connection, { kind: 'logExport', payload, at: portal.clock.now() }),
    );
    expect(await messages(portal)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  });

  test('four instances at once deliver each of 80 messages once', async () => {
    for (let n = 0; n < 80; n += 1) await write();
    const senders = notingSenders();
    const reports = await Promise.all([1, 2, 3, 4].map(() => deliver(senders)));
    expect(senders.sent.toSorted()).toEqual((await messages(portal)).map(({ messageId }) => messageId).toSorted());
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(80);
    expect(reports.filter(({ sent }) => sent > 0).length).toBeGreaterThan(1);
    expect((await messages(portal)).every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true);
  });

  describe('a message that cannot be delivered', () => {
    test('is tried again after half a minute, then a minute, under the same id', async () => {
      await write();
      expect(await deliver(failing(new DeliveryError('Der Mailserver ist nicht erreichbar.')))).toEqual({
        sent: 0,
        failed: 1,
        gaveUp: 0,
      });
      const [first] = await messages(portal);
      expect(first).toMatchObject({
        status: 'waiting',
        attempts: 1,
        lastError: 'Der Mailserver ist nicht erreichbar.',
      });
      const wait = first!.nextAttemptAt.getTime() - Date.parse(NOW);
      expect(wait).toBeGreaterThanOrEqual(24_000);
      expect(wait).toBeLessThanOrEqual(36_000);

      const senders = notingSenders();
      later(20_000);
      await deliver(senders);
      expect(senders.sent).toEqual([]);
      later(16_001);
      await deliver(senders);
      expect(senders.sent).toEqual([first!.messageId]);
      expect(await events()).toEqual([
        { event: 'failed', detail: 'Der Mailserver ist nicht erreichbar.' },
        { event: 'sent', detail: null },
      ]);
      expect(await messages(portal)).toMatchObject([{ status: 'sent', lastError: null }]);
    });

    test('is given up after the last attempt and stays visible', async () => {
      await write();
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
        expect((await messages(portal))[0]?.status).toBe('waiting');
        await deliver(failing(new Error('down')));
        later(2 * 3_600_000);
      }
      expect(await messages(portal)).toMatchObject([{ status: 'dead', attempts: MOST_ATTEMPTS, lastError: 'down' }]);
      const senders = notingSenders();
      await deliver(senders);
      expect(senders.sent).toEqual([]);
    });

    test('is given up at once where the addressee refuses the message itself', async () => {
      await write();
      await deliver(failing(new DeliveryError('abgelehnt', { hopeless: true })));
      expect(await messages(portal)).toMatchObject([{ status: 'dead', attempts: 1 }]);
      expect(await events()).toEqual([{ event: 'gaveUp', detail: 'abgelehnt' }]);
    });

    test('does not make all the others wait for the same silence, and none of another kind', async () => {
      for (let n = 0; n < 10; n += 1) await write();
      const task = {
        outcome: 'approved',
        closedAt: NOW,
        closedBy: 'A',
        task: { kind: 'MDP', importId: 1, productGroup: 'OTC' },
        pharmacy: { apoId: 1, crmCompanyId: 2 },
      } as const;
      await writeMessage(portal.deps.database.pool, { kind: 'taskClosed', payload: task, at: portal.clock.now() });
      const { taskClosed } = notingSenders();
      const report = await deliver({ ...failing(new Error('down')), taskClosed });
      expect(report).toEqual({ sent: 1, failed: 3, gaveUp: 0 });
    });
  });

  test('a process that stops puts back what it was sending', async () => {
    await write();
    const stopping = new AbortController();
    const senders: Senders = {
      ...notingSenders(),
      logExport: (_message, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
          stopping.abort();
        }),
    };
    await deliverMessages({ ...portal.deps, senders }, { signal: stopping.signal });
    expect(await messages(portal)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    const others = notingSenders();
    await deliver(others);
    expect(others.sent).toHaveLength(1);
  });

  test('waiting doubles from half a minute to an hour, spread by a fifth either way', () => {
    expect([1, 2, 3, 7, 8, 20].map((attempts) => retryDelayMs(attempts, 0.5))).toEqual([
      30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
    ]);
    expect([0, 1].map((random) => retryDelayMs(1, random))).toEqual([24_000, 36_000]);
  });

  test('delivered and given-up messages are forgotten after 90 days, those still tried never', async () => {
    await write();
    await deliver(notingSenders());
    await write();
    await deliver(failing(new DeliveryError('abgelehnt', { hopeless: true })));
    await write();
    later(89 * 86_400_000);
    expect(await forgetMessages(portal.deps)).toBe(0);
    expect(await messages(portal)).toMatchObject([{ status: 'sent' }, { status: 'dead' }, { status: 'waiting' }]);
    later(2 * 86_400_000);
    expect(await forgetMessages(portal.deps)).toBe(2);
    expect(await messages(portal)).toMatchObject([{ status: 'waiting' }]);
  });

  test('a message that has gone out is noted once the database is back, and does not go out again', async () => {
    await write();
    const { database } = portal.deps;
    let lost = 2;
    const away = Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
    const unsteady: typeof database = {
      ...database,
      transaction: (work, options) => (lost-- > 0 ? Promise.reject(away) : database.transaction(work, options)),
    };
    const senders = notingSenders();
    expect(await deliverMessages({ ...portal.deps, database: unsteady, senders })).toMatchObject({
      sent: 1,
      failed: 0,
    });
    // Longer than any lease.
    later(60 * 60_000);
    expect(await deliver(senders)).toMatchObject({ sent: 0 });
    expect(senders.sent).toHaveLength(1);
    expect(await messages(portal)).toMatchObject([{ status: 'sent', attempts: 1 }]);
  });

  test('a process that stops does not wait for a database that is away', async () => {
    await write();
    const { database } = portal.deps;
    const away = Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
    const stopping = new AbortController();
    const lost: typeof database = {
      ...database,
      transaction: () => {
        stopping.abort();
        return Promise.reject(away);
      },
    };
    const delivery = deliverMessages(
      { ...portal.deps, database: lost, senders: notingSenders() },
      { signal: stopping.signal },
    );
    await expect(delivery).rejects.toBe(away);
  });

  test('a turn ends when all kinds have ended, also where one of them fails', async () => {
    await write();
    await writeMessage(portal.deps.database.pool, {
      kind: 'taskClosed',
      apoId: 1,
      at: portal.clock.now(),
      payload: {} as never,
    });
    const broken = new Error('a bug');
    const ended: string[] = [];
    const senders = notingSenders();
    const { database } = portal.deps;
    let first = true;
    const slow: Senders = {
      ...senders,
      taskClosed: async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        ended.push('taskClosed');
      },
    };
    const breaking: typeof database = {
      ...database,
      transaction: (work, options) => {
        if (!first) return database.transaction(work, options);
        first = false;
        return Promise.reject(broken);
      },
    };
    await expect(deliverMessages({ ...portal.deps, database: breaking, senders: slow })).rejects.toBe(broken);
    expect(ended).toEqual(['taskClosed']);
  });
});

describe('closed tasks', () => {
  let portal: TestPortal;
  let centre: CustomerCentre;
  let pharmacy: SeededPharmacy;
  let admin: Client;
  const PZN = testPzn(1);

  beforeEach(async () => {
    [portal, centre] = await Promise.all([startPortal(), startCustomerCentre({ port: 0 })]);
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: PZN }]);
    admin = await portal.as('Petra Hahn', ['solvena_admin']);
  });
  afterEach(async () => {
    await centre.close();
    await portal.close();
  });

  const deliver = (tasksUrl = `${centre.url}/api/tasks/closed`, tasksSecret = DEMO_TASKS_SECRET) =>
    deliverMessages(deliveryDeps(portal, { tasksUrl, tasksSecret }));
  const again = () => portal.clock.set(new Date(portal.clock.now().getTime() + 3_600_000).toISOString());
  const deleteMdp = async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
    const { apoId, token } = pharmacy;
    expect((await admin.delete(`/api/price/mdp/${id}/${apoId}/${token}`)).status).toBe(200);
    return id;
  };

  // Rules 6.22 and 11.6.
  test('an approved, a deleted, a replaced and an automatically deleted package close their tasks', async () => {
    const approved = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
    const answer = await admin.put(`/api/price/approve/mdp/${pharmacy.path}/${approved}/OTC`, { products: [] });
    expect(answer.status).toBe(200);
    const deleted = await deleteMdp();
    const replaced = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: PZN }]);
    const engine = await portal.as('engine', ['pricing_engine']);
    const file = { name: 'q.csv', content: csv([[PZN, '5,00']]) };
    const taken = await upload(portal, engine, `/api/intake/qdp/${pharmacy.crmCompanyId}/OTC`, file);
    expect(taken.status).toBe(200);
    portal.clock.set('2026-03-23T00:00:00Z'); // the 23rd: an open QDP is deleted
    await runDueActions(portal.deps);

    expect(await deliver()).toEqual({ sent: 4, failed: 0, gaveUp: 0 });
    const closed = centre.closedTasks().toReversed();
    const task = (kind: string, importId: number) => ({ kind, importId, productGroup: 'OTC' });
    const { apoId, crmCompanyId } = pharmacy;
    expect(closed).toMatchObject([
      { outcome: 'approved', task: task('MDP', approved), closedBy: 'Petra Hahn', pharmacy: { apoId, crmCompanyId } },
      { outcome: 'deleted', task: task('MDP', deleted), closedBy: 'Petra Hahn' },
      { outcome: 'replaced', task: task('QDP', replaced) },
      { outcome: 'deleted', closedBy: 'System', closedAt: '2026-03-23T00:00:00.000Z' },
    ]);
  });

  test('a refused approval closes nothing', async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
    const products = [{ pzn: PZN, editedPrice: -1, editedPermanent: false, editedIgnore: false }];
    expect((await admin.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products })).status).toBe(422);
    expect(await messages(portal)).toEqual([]);
  });

  test('while the customer centre is down messages wait; once it is back each arrives once', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}/api/tasks/closed`;
    const id = await deleteMdp();
    expect(await deliver(url)).toEqual({ sent: 0, failed: 1, gaveUp: 0 });
    expect((await messages(portal))[0]?.lastError).toBe('Das Kundencenter ist nicht erreichbar (ECONNREFUSED).');
    const back = await startCustomerCentre({ port });
    again();
    await deliver(url);
    await deliver(url);
    expect(back.closedTasks()).toMatchObject([{ task: { importId: id } }]);
    await back.close();
  });

  test('a wrong secret is refused, tried again, and right once it is set right', async () => {
    await deleteMdp();
    await deliver(undefined, 'w'.repeat(32));
    expect(await messages(portal)).toMatchObject([
      { status: 'waiting', lastError: 'Das Kundencenter hat mit 401 geantwortet.' },
    ]);
    expect(centre.closedTasks()).toEqual([]);
    again();
    await deliver();
    expect(centre.closedTasks()).toHaveLength(1);
  });
});
