import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { createTestClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { startJobs } from '../../src/jobs/schedule.ts';
import type { Senders } from '../../src/modules/outbox/deliver-messages.ts';
import { type MessageKind, type MessagePayloads, writeMessage } from '../../src/modules/outbox/messages.ts';
import { recomputeDeadline } from '../../src/modules/price-updates/recompute-deadline.ts';
import { lockList } from '../../src/modules/price-writing/locks.ts';
import { csv, upload } from '../intake/support.ts';
import { notingSenders } from '../outbox/support.ts';
import { brokenInvariants, readList, seedUpdate } from '../price-updates/support.ts';
import { pause } from '../support/api-instance.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';

describe('due actions', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;
  const [a, b, fresh] = [1, 2, 3].map(testPzn) as [string, string, string];

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterEach(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  const flags = (flag: number, qdpFlag: number) =>
    portal.database.prisma.listVersion.update({
      where: { apoId_productGroup: { apoId: pharmacy.apoId, productGroup: 'OTC' } },
      data: { flag, qdpFlag },
    });
  let deliveries = 0;
  const arrive = async (kind: 'mdp' | 'qdp', at: string, pzn = kind === 'mdp' ? a : fresh): Promise<number> => {
    portal.clock.set(at);
    const file = { name: `delivery-${++deliveries}.csv`, content: csv([[pzn, '8,49']]) };
    const { body } = await upload(portal, engine, `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`, file);
    return body.id;
  };
  const runAt = (at: string) => {
    portal.clock.set(at);
    return runDueActions(portal.deps);
  };
  const update = (id: number) => portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
  const nothing = { approved: 0, deleted: 0, failed: [], skipped: 0 };

  // Rule 7.7.
  test('two instances share what is due and act on each package exactly once; a locked list is waited for at the end', async () => {
    const due = { autoActionAt: new Date('2026-03-10T08:00:00Z') };
    const lists = await Promise.all([2, 3, 4, 5, 6, 7].map((n) => seedPharmacy(portal.database, n)));
    for (const each of lists) {
      await seedList(portal.database, each, 'OTC', [{ pzn: a }]);
      await seedUpdate(portal.database, each, 'MDP', [{ pzn: a }], { ...due, autoAction: 'approve' });
      await seedUpdate(portal.database, each, 'QDP', [{ pzn: fresh }], { ...due, autoAction: 'delete' });
    }
    const [locked] = lists as [SeededPharmacy];
    const busy = await portal.database.pool.connect();
    await busy.query('BEGIN');
    await busy.query('SELECT FROM list_version WHERE apo_id = $1 FOR UPDATE', [locked.apoId]);
    const other = openDatabase(portal.deps.config.database, portal.deps.logger);
    const runs = [portal.deps.database, other].map((database) => runDueActions({ ...portal.deps, database }));
    const open = () => portal.database.prisma.priceUpdate.findMany({ where: { status: 0 }, select: { apoId: true } });
    while ((await open()).length > 2);
    expect(await open()).toEqual(Array(2).fill({ apoId: locked.apoId }));
    await busy.query('COMMIT');
    busy.release();
    const reports = await Promise.all(runs);
    await other.close();
    const sum = (field: 'approved' | 'deleted') => reports.reduce((total, report) => total + report[field], 0);
    expect([sum('approved'), sum('deleted')]).toEqual([6, 6]);
    expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
    const entries = await portal.database.prisma.historyEntry.findMany({ select: { apoId: true, userName: true } });
    expect(entries.map(({ apoId, userName }) => `${apoId} ${userName}`).toSorted()).toEqual(
      lists.flatMap(({ apoId }) => Array<string>(2).fill(`${apoId} System`)).toSorted(),
    );
  });

  // Rules 7.2 and 7.3.
  describe('the clock', () => {
    // Arrival → last moment at which it is still open, first moment at which it is not (all UTC; Berlin is UTC+1 or UTC+2).
    test.each([
      ['over a month end', '2026-01-29T10:00:00Z', '2026-02-03T22:59:59Z', '2026-02-03T23:00:00Z'],
      ['over a year end', '2026-12-30T10:00:00Z', '2027-01-04T22:59:59Z', '2027-01-04T23:00:00Z'],
      ['over a leap day', '2028-02-25T10:00:00Z', '2028-03-01T22:59:59Z', '2028-03-01T23:00:00Z'],
      ['in a year without one', '2026-02-25T10:00:00Z', '2026-03-02T22:59:59Z', '2026-03-02T23:00:00Z'],
      ['over the change to summer time', '2026-03-27T10:00:00Z', '2026-04-01T21:59:59Z', '2026-04-01T22:00:00Z'],
      ['over the change to winter time', '2026-10-23T10:00:00Z', '2026-10-28T22:59:59Z', '2026-10-28T23:00:00Z'],
      ['arriving after midnight in Berlin', '2026-06-09T22:30:00Z', '2026-06-15T21:59:59Z', '2026-06-15T22:00:00Z'],
    ])('approves an MDP at the end of the fifth day %s (flag 0)', async (_name, arrival, open, done) => {
      const id = await arrive('mdp', arrival);
      expect(await runAt(open)).toEqual(nothing);
      expect(await runAt(done)).toEqual({ ...nothing, approved: 1 });
      expect(await update(id)).toMatchObject({
        status: 1,
        approver: 'System',
        approvedAt: new Date(done),
        autoActionAt: null,
      });
      expect(await readList(portal.database, pharmacy.apoId)).toMatchObject({ [a]: { calculated: '8.49' } });
      expect(await runAt(done)).toEqual(nothing);
    });

    test.each([
      [0, 'deleted on the 23rd', '2026-11-18T10:00:00Z', '2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z', -1],
      [1, 'approved on the 22nd', '2026-11-17T10:00:00Z', '2026-11-21T22:59:59Z', '2026-11-21T23:00:00Z', 1],
      // Less than five days before its day it waits for the next month's.
      [0, 'deleted a month later', '2026-11-19T10:00:00Z', '2026-12-22T22:59:59Z', '2026-12-22T23:00:00Z', -1],
      [1, 'approved a month later', '2026-11-18T10:00:00Z', '2026-12-21T22:59:59Z', '2026-12-21T23:00:00Z', 1],
      [1, 'approved a month later', '2026-11-22T10:00:00Z', '2026-12-21T22:59:59Z', '2026-12-21T23:00:00Z', 1],
      [0, 'deleted in summer time', '2026-06-23T10:00:00Z', '2026-07-22T21:59:59Z', '2026-07-22T22:00:00Z', -1],
    ])('a QDP with flag %i is %s at midnight in Berlin', async (flag, _name, arrival, open, done, status) => {
      await flags(0, flag);
      const id = await arrive('qdp', arrival);
      expect(await runAt(open)).toEqual(nothing);
      expect(await runAt(done)).toMatchObject(status === 1 ? { approved: 1 } : { deleted: 1 });
      expect((await update(id)).status).toBe(status);
      const listed = Object.keys(await readList(portal.database, pharmacy.apoId)).includes(fresh);
      expect(listed).toBe(status === 1);
    });

    test('flag 2 leaves an MDP to a person for ever', async () => {
      await flags(2, 0);
      await arrive('mdp', '2026-03-10T10:00:00Z');
      expect(await runAt('2036-03-10T10:00:00Z')).toEqual(nothing);
    });

    // Rule 7.7.
    test('catches up after three days of outage, by due moment, then arrival; drafts count', async () => {
      await flags(0, 1);
      const mdp = await arrive('mdp', '2026-03-16T10:00:00Z', a); // due 21 March, 24:00
      const qdp = await arrive('qdp', '2026-03-17T10:00:00Z', a); // due 22 March, 00:00: the same moment, arrived later
      const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
      const draft = { pzn: a, editedPrice: 4.5, editedPermanent: false, editedIgnore: false };
      await owner.put(`/api/price/save/mdp/${pharmacy.path}/${mdp}/OTC`, { products: [draft] });
      expect(await runAt('2026-03-24T23:15:00Z')).toEqual({ ...nothing, approved: 2 });
      // The MDP makes an own price, the QDP that follows it leaves own prices alone.
      expect(await readList(portal.database, pharmacy.apoId)).toMatchObject({ [a]: { type: 2, manual: '4.50' } });
      const approvals = await portal.database.prisma.historyEntry.findMany({
        where: { event: { contains: 'freigegeben' } },
        orderBy: { id: 'asc' },
      });
      expect(approvals.map(({ mdpImportId, qdpImportId, userName }) => [mdpImportId, qdpImportId, userName])).toEqual([
        [mdp, null, 'System'],
        [null, qdp, 'System'],
      ]);
    });

    test('passes over and reports cancelled pharmacies', async () => {
      const id = await arrive('mdp', '2026-03-10T10:00:00Z');
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { active: 3 } });
      expect(await runAt('2026-03-20T10:00:00Z')).toEqual({ ...nothing, skipped: 1 });
      expect((await update(id)).status).toBe(0);
    });

    test('a package whose action fails stays open, is reported, and does not stop the others', async () => {
      const bad = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: a, truePrice: '0.00' }], {
        autoActionAt: new Date('2026-03-10T08:00:00Z'),
        autoAction: 'approve',
      });
      const second = await seedPharmacy(portal.database, 2);
      await seedList(portal.database, second, 'OTC', [{ pzn: a }]);
      const good = await seedUpdate(portal.database, second, 'MDP', [{ pzn: a }], {
        autoActionAt: new Date('2026-03-10T08:00:00Z'),
        autoAction: 'approve',
      });
      expect(await runAt('2026-03-10T09:00:00Z')).toEqual({ ...nothing, approved: 1, failed: [bad] });
      expect([(await update(bad)).status, (await update(good)).status]).toEqual([0, 1]);
    });

    test('a reopened package gets its days again; under an at-once flag it stays open without a deadline', async () => {
      const id = await arrive('mdp', '2026-03-10T10:00:00Z');
      await runAt('2026-03-16T10:00:00Z');
      const revert = () => sales.delete(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`);
      expect((await revert()).status).toBe(200);
      expect(await update(id)).toMatchObject({ status: 0, autoActionAt: new Date('2026-03-21T23:00:00Z') });
      await runAt('2026-03-22T10:00:00Z');
      await flags(1, 0);
      expect((await revert()).status).toBe(200);
      expect(await update(id)).toMatchObject({ status: 0, autoActionAt: null, autoAction: null });
      expect(await runAt('2026-04-22T10:00:00Z')).toEqual(nothing);
    });
  });

  describe('a changed flag', () => {
    const change = (kind: 'MDP' | 'QDP', at: string) => {
      portal.clock.set(at);
      return portal.database.transaction(async (connection) => {
        const { apoId } = pharmacy;
        const { list, active } = await lockList(connection, { apoId, group: 'OTC' });
        return recomputeDeadline(connection, { kind, apoId, group: 'OTC', list, active, at: new Date(at) });
      });
    };

    test('gives open packages their new deadline, counted from arrival, or from the change when that is past', async () => {
      await flags(2, 0);
      const mdp = await arrive('mdp', '2026-03-10T10:00:00Z');
      expect((await update(mdp)).autoActionAt).toBeNull();
      await flags(0, 1);
      expect(await change('MDP', '2026-03-11T10:00:00Z')).toBeNull();
      expect((await update(mdp)).autoActionAt).toEqual(new Date('2026-03-15T23:00:00Z'));
      await change('MDP', '2026-03-18T10:00:00Z');
      expect((await update(mdp)).autoActionAt).toEqual(new Date('2026-03-23T23:00:00Z'));
      await flags(2, 1);
      await change('MDP', '2026-03-18T10:00:00Z');
      expect(await update(mdp)).toMatchObject({ autoActionAt: null, autoAction: null });
    });

    test('to at-once approves what is open, by System', async () => {
      await flags(0, 0);
      const mdp = await arrive('mdp', '2026-03-10T10:00:00Z');
      const qdp = await arrive('qdp', '2026-03-10T10:00:00Z');
      await flags(1, 2);
      expect(await change('MDP', '2026-03-11T10:00:00Z')).toBe(mdp);
      expect(await change('QDP', '2026-03-11T10:00:00Z')).toBe(qdp);
      expect(await update(mdp)).toMatchObject({ status: 1, approver: 'System' });
    });
  });

  describe('the test clock', () => {
    const as = (app: ReturnType<typeof createApp>, path: string, body: object) =>
      supertest(app)
        .post(path)
        .set('Cookie', `XSRF-TOKEN=${'x'.repeat(43)}`)
        .set('X-XSRF-TOKEN', 'x'.repeat(43))
        .set('Authorization', `Bearer ${sales.token}`)
        .send(body);

    test('moves the rules of the running portal; without it the calls do not exist', async () => {
      const body = { now: '2026-03-10T10:00:00+01:00' };
      expect((await sales.post('/api/dev/clock', body)).status).toBe(404);
      expect((await sales.post('/api/dev/run-jobs')).status).toBe(404);
      const testClock = createTestClock();
      const app = createApp({ ...portal.deps, clock: testClock, testClock });
      const id = await arrive('mdp', '2026-03-10T10:00:00Z');
      const moved = await as(app, '/api/dev/clock', { now: '2026-03-15T23:00:00Z' });
      expect(moved.body.now).toMatch(/^2026-03-15T23:00:0/);
      expect((await as(app, '/api/dev/run-jobs', {})).body).toEqual({
        status: 'OK',
        ...nothing,
        approved: 1,
        periods: 0,
      });
      expect((await update(id)).status).toBe(1);
      await as(app, '/api/dev/clock', { now: null });
      expect(Math.abs(testClock.now().getTime() - Date.now())).toBeLessThan(1000);
    });

    test('is refused in production', () => {
      expect(() =>
        readConfig({
          PORTAL_TEST_CLOCK: '1',
          PORTAL_ENVIRONMENT: 'production',
          DATABASE_URL: portal.databaseUrl,
          PORTAL_BASE_URL: 'http://localhost',
          PORTAL_IDENTITY_URL: 'http://localhost',
          PORTAL_IDENTITY_REALM: 'r',
          PORTAL_IDENTITY_CLIENT: 'c',
          PORTAL_IDENTITY_AUDIENCE: 'a',
          PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost',
          PORTAL_SMTP_URL: 'smtp://localhost:1',
          PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
          PORTAL_LINK_SECRET: 'l'.repeat(32),
          PORTAL_TASKS_SECRET: 't'.repeat(32),
        }),
      ).toThrow(/PORTAL_TEST_CLOCK/);
    });
  });
});

describe('turns', () => {
  const NOW = '2026-03-16T00:00:00Z';
  const TASK = {
    outcome: 'approved',
    closedAt: NOW,
    closedBy: 'System',
    task: { kind: 'MDP', importId: 1, productGroup: 'OTC' },
    pharmacy: { apoId: 1, crmCompanyId: 2 },
  } as const;

  test('messages of a night that does not end are sent in turns: the job is not overdue, and mails that come meanwhile go out', async () => {
    const portal = await startPortal(NOW);
    const { pool } = portal.database;
    const write = <Kind extends MessageKind>(kind: Kind, payload: MessagePayloads[Kind]) =>
      writeMessage(pool, { kind, payload, at: portal.clock.now() });
    const ended = async () =>
      (await pool.query(`SELECT FROM job_run WHERE name = 'deliveries' AND finished_at IS NOT NULL`)).rowCount === 1;
    const mails = notingSenders();
    let goesOn = true;
    let brokenOff = 0;
    const senders: Senders = {
      ...mails,
      // As long as packages are approved there is always a next one.
      async taskClosed(_, signal) {
        await pause(20);
        if (signal.aborted) brokenOff += 1;
        if (goesOn) await write('taskClosed', TASK);
      },
    };
    await write('taskClosed', TASK);
    const jobs = startJobs({ ...portal.deps, senders }, { turnMs: 100 });
    try {
      await pause(200);
      const actor = { to: 'a@portal.example', name: 'A', since: null, until: NOW, actor: 'a' };
      await write('logExport', actor);
      const patience = AbortSignal.timeout(10_000);
      while (!patience.aborted && !(mails.sent.length === 1 && (await ended()))) await pause(20);
      expect([mails.sent.length, await ended()]).toEqual([1, true]);
      expect(brokenOff).toBe(0);
    } finally {
      goesOn = false;
      await jobs.stop();
      await portal.close();
    }
  });
});
