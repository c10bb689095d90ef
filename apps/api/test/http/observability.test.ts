import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Endpoint, ENDPOINTS } from '@portal/contracts';
import { pino } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Deps } from '../../src/deps.ts';
import { noteRun } from '../../src/job-run.ts';
import { createLogger, describeError } from '../../src/logger.ts';
import { createMetricsServer } from '../../src/metrics/metrics-server.ts';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import { watchDatabase } from '../../src/metrics/watch-database.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { DeliveryError } from '../../src/modules/outbox/delivery-error.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from '../support/seed.ts';

describe('what is observed', () => {
  const silent = pino({ level: 'silent' });
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  beforeAll(async () => {
    portal = await startPortal('2026-03-10T09:00:00Z');
    pharmacy = await seedPharmacy(portal.database, 1);
  });
  afterAll(() => portal?.close());

  /** The value of a series, as Prometheus would read it. */
  function valueOf(text: string, series: string): number | undefined {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  function measured(overrides: Partial<Deps> = {}): { metrics: Metrics; agent: ReturnType<typeof supertest> } {
    const metrics = createMetrics({ process: false });
    const deps = { ...portal.deps, logger: silent, ...overrides, metrics };
    watchDatabase(metrics, deps);
    return { metrics, agent: supertest(createApp(deps)) };
  }

  /** A database that takes no connection. */
  const away = () => openDatabase({ url: 'postgresql://nobody@127.0.0.1:9/none', pool: 2 }, silent);

  // Rule 13.10.
  describe('the probes', () => {
    test('say that all is well', async () => {
      const { agent } = measured();
      for (const path of ['/api/health/live', '/api/health/ready'])
        expect(await agent.get(path)).toMatchObject({ status: 200, body: { status: 'OK' } });
    });

    test('without a database: live, not ready', async () => {
      const database = away();
      const { agent } = measured({ database });
      expect((await agent.get('/api/health/live')).status).toBe(200);
      const ready = await agent.get('/api/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.body).toMatchObject({ status: 'ERROR', reason: 'busy' });
      await database.close();
    });

    test('while migrations are missing, unfinished or taken back: not ready', async () => {
      const { agent } = measured();
      // No build needs the migrations that only drop tables.
      const names = `SELECT max(migration_name) AS name FROM _prisma_migrations WHERE migration_name NOT LIKE '%\\_contract'`;
      const newest = (await portal.database.pool.query(names)).rows[0].name as string;
      const ready = async (change: string) => {
        const { rows } = await portal.database.pool.query(
          'SELECT * FROM _prisma_migrations WHERE migration_name = $1',
          [newest],
        );
        await portal.database.pool.query(change.replace('$1', `'${newest}'`));
        const { status, body } = await agent.get('/api/health/ready');
        await portal.database.pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [newest]);
        const row = rows[0] as Record<string, unknown>;
        const names = Object.keys(row);
        await portal.database.pool.query(
          `INSERT INTO _prisma_migrations (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
          Object.values(row),
        );
        return [status, body.message];
      };
      const missing = [503, 'TruePrice ist noch nicht bereit: Eine Migration der Datenbank fehlt.'];
      expect(await ready('DELETE FROM _prisma_migrations WHERE migration_name = $1')).toEqual(missing);
      expect(await ready('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1')).toEqual(
        missing,
      );
      expect(await ready('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1')).toEqual(
        missing,
      );
      // One that a newer release is just applying does not stop this one.
      await portal.database.pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count) VALUES ('x', 'x', '99990101000000_newer', 0)`,
      );
      expect((await agent.get('/api/health/ready')).status).toBe(200);
      await portal.database.pool.query('ALTER TABLE _prisma_migrations RENAME TO _gone');
      await pause(1_000);
      const without = await agent.get('/api/health/ready');
      expect([without.status, without.body.message]).toEqual([
        503,
        expect.stringMatching(/^TruePrice ist noch nicht bereit: \d+ Migrationen der Datenbank fehlen\.$/),
      ]);
      expect((await agent.get('/api/health/live')).status).toBe(200);
      await portal.database.pool.query('ALTER TABLE _gone RENAME TO _prisma_migrations');
      expect((await agent.get('/api/health/ready')).status).toBe(200);
    });

    test('ready for a second without asking the database again', async () => {
      const query = jest.fn(portal.database.pool.query.bind(portal.database.pool));
      const pool = Object.assign(Object.create(portal.database.pool), { query });
      const { agent } = measured({ database: { ...portal.deps.database, pool } });
      const ask = async () => {
        expect((await agent.get('/api/health/ready')).status).toBe(200);
        return query.mock.calls.length;
      };
      const asked = await ask();
      expect(asked).toBeGreaterThan(0);
      expect(await ask()).toBe(asked);
      await pause(1_000);
      expect(await ask()).toBe(2 * asked);
    });

    test('with a database that does not answer: not ready, before the caller gives up', async () => {
      const query = () => new Promise<never>(() => {});
      const database = {
        ...portal.deps.database,
        pool: Object.assign(Object.create(portal.deps.database.pool), { query }),
      };
      const { agent } = measured({ database });
      expect((await agent.get('/api/health/ready')).status).toBe(503);
    });
  });

  describe('the metrics', () => {
    test('tell requests apart by operation and status, never by address', async () => {
      const { metrics, agent } = measured();
      await agent.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
      await agent.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
      await agent.get('/api/config');
      await agent.get(`/api/nirgendwo/${pharmacy.token}`);
      await agent.trace('/whatever');
      const text = await metrics.text();
      const count = 'portal_http_request_duration_seconds_count';
      expect(valueOf(text, `${count}{operation="getDashboard",method="GET",status="401"}`)).toBe(2);
      expect(valueOf(text, `${count}{operation="getConfig",method="GET",status="200"}`)).toBe(1);
      expect(valueOf(text, `${count}{operation="other",method="GET",status="404"}`)).toBe(1);
      expect(text).toMatch(/operation="other",method="other",status="404"/);
      expect(text).not.toContain(pharmacy.token);
      expect(text).not.toContain(String(pharmacy.crmCompanyId));
    });

    test('count connections, messages, late packages, jobs and PDFs', async () => {
      const { metrics } = measured();
      const { database, deps } = portal;
      const id = await seedOpenUpdate(database, pharmacy, 'MDP', 'OTC', [testPzn(1)]);
      await database.pool.query(
        `UPDATE price_update SET auto_action = 'approve', auto_action_at = '2026-03-10T08:00:00Z' WHERE id = $1`,
        [id],
      );
      await database.pool.query(
        `INSERT INTO till (apo_id, account, cursor, loaded_at, cursor_at, seen_at, held_cursor, differs_since) VALUES ($1, 'job:a', 'c', '2026-03-07T08:59:00Z', '2026-03-07T08:59:00Z', '2026-03-07T08:59:00Z', 'c', now())`,
        [pharmacy.apoId],
      );
      await database.pool.query(
        `INSERT INTO till_refused (apo_id, account, pzn, reason, told_at) VALUES ($1, 'job:a', '1', '', now()), ($1, 'job:a', '2', '', now())`,
        [pharmacy.apoId],
      );
      const message = `INSERT INTO outbox (message_id, kind, payload, status, created_at, next_attempt_at, settled_at)
                     VALUES (gen_random_uuid(), 'logExport', '{}', $1, $2, $2, $3)`;
      await database.pool.query(message, ['waiting', '2026-03-10T08:58:20Z', null]);
      await database.pool.query(message, ['waiting', '2026-03-10T08:59:50Z', null]);
      await database.pool.query(`UPDATE outbox SET last_error = 'away' WHERE created_at = '2026-03-10T08:58:20Z'`);
      await database.pool.query(message, ['dead', '2026-03-09T00:00:00Z', '2026-03-09T00:00:00Z']);
      await database.pool.query(
        `INSERT INTO delivery (apo_id, id, kind, product_group, file_name, file_hash, content, changes_products, checks, arrived_at, user_name)
       VALUES ($1, 1, 'MDP', 'OTC', 'a.csv', 'a', '', true, '[]', '2026-03-10T08:00:00Z', 'A')`,
        [pharmacy.apoId],
      );
      const period = `INSERT INTO price_period (apo_id, id, product_group, pzn, begins_on, ends_on, price, price_type, state, created_at, user_name)
                      VALUES ($1, $2, 'OTC', $3, $4, $4, 1, 3, 'coming', now(), 'A')`;
      for (const [at, day] of ['2026-03-09', '2026-03-10', '2026-03-11'].entries())
        await database.pool.query(period, [pharmacy.apoId, 900 + at, testPzn(1), day]);
      const run = { ...deps, logger: silent, metrics };
      await noteRun(run, 'dueActions', async () => {});
      await noteRun(run, 'deliveries', async () => Promise.reject(new Error('the mail server is away')));
      const text = await metrics.text();
      expect(valueOf(text, 'portal_database_up')).toBe(1);
      expect(valueOf(text, 'portal_database_waiting')).toBe(0);
      expect(valueOf(text, 'portal_outbox_messages{status="waiting"}')).toBe(2);
      expect(valueOf(text, 'portal_outbox_messages{status="dead"}')).toBe(1);
      expect(valueOf(text, 'portal_outbox_oldest_seconds{state="failed"}')).toBe(100);
      expect(valueOf(text, 'portal_outbox_oldest_seconds{state="queued"}')).toBe(10);
      expect(valueOf(text, 'portal_packages_overdue')).toBe(1);
      expect(valueOf(text, 'portal_periods_overdue')).toBe(2);
      expect(valueOf(text, 'portal_deliveries_undecided_seconds')).toBe(3600);
      expect(valueOf(text, 'portal_tills{state="differ"}')).toBe(1);
      expect(valueOf(text, 'portal_tills{state="refuse"}')).toBe(1);
      expect(valueOf(text, 'portal_tills{state="silent"}')).toBe(1);
      expect(valueOf(text, 'portal_database_last_archived_timestamp_seconds')).toBe(0);
      // The end of the next year at the earliest, in Berlin.
      const nextYear = Date.UTC(new Date().getUTCFullYear() + 1, 11, 31, 23) / 1000;
      expect(valueOf(text, 'portal_price_changes_end_timestamp_seconds')).toBeGreaterThanOrEqual(nextYear);
      expect(valueOf(text, 'portal_job_failing{job="dueActions"}')).toBe(0);
      expect(valueOf(text, 'portal_job_failing{job="deliveries"}')).toBe(1);
      // 2026-03-10T09:00:00Z
      expect(valueOf(text, 'portal_job_last_end_timestamp_seconds{job="dueActions"}')).toBe(1_773_133_200);
      // One that has never ended is not missing: its alert could not ring.
      expect(valueOf(text, 'portal_job_last_end_timestamp_seconds{job="notices"}')).toBe(0);
      expect(valueOf(text, 'portal_job_duration_seconds_count{job="deliveries",outcome="failed"}')).toBe(1);
      expect(valueOf(text, 'portal_pdf_jobs{state="waiting"}')).toBe(0);
      expect(valueOf(text, 'portal_pdf_jobs{state="running"}')).toBe(0);
    });

    test('go on without the database and claim nothing of what lies there', async () => {
      const database = away();
      const { metrics, agent } = measured({ database });
      await agent.get('/api/config');
      const text = await metrics.text();
      expect(valueOf(text, 'portal_database_up')).toBe(0);
      expect(valueOf(text, 'portal_outbox_oldest_seconds{state="failed"}')).toBeUndefined();
      expect(valueOf(text, 'portal_job_last_end_timestamp_seconds{job="notices"}')).toBeUndefined();
      expect(valueOf(text, 'portal_packages_overdue')).toBeUndefined();
      expect(valueOf(text, 'portal_periods_overdue')).toBeUndefined();
      expect(valueOf(text, 'portal_deliveries_undecided_seconds')).toBeUndefined();
      expect(valueOf(text, 'portal_tills{state="differ"}')).toBeUndefined();
      expect(valueOf(text, 'portal_database_last_archived_timestamp_seconds')).toBeUndefined();
      expect(valueOf(text, 'portal_price_changes_end_timestamp_seconds')).toBeUndefined();
      expect(text).toContain('operation="getConfig"');
      await database.close();
    });

    test('are served on an address of their own, with those of the process, and not by the portal', async () => {
      const server = createMetricsServer(createMetrics(), silent);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = server.address() as AddressInfo;
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
        const text = await answer.text();
        expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
        expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds');
        expect(text).toContain('# TYPE process_resident_memory_bytes');
        expect(text).toContain('# TYPE nodejs_gc_duration_seconds');
        expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(404);
      } finally {
        server.close();
        server.closeAllConnections();
      }
      const { agent } = measured();
      expect((await agent.get('/metrics')).text).not.toContain('portal_');
      expect((await agent.get('/api/metrics')).status).toBe(404);
    });
  });
});

describe('privacy of the log', () => {
  const XSRF = 'geheimes-xsrf-token-geheimes-xsrf-token-xxxx';
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  beforeAll(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
  });
  afterAll(() => portal?.close());

  /** A logger that writes everything there is, and what it has written. */
  function recorded() {
    let text = '';
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    return { logger: createLogger('trace', sink), text: () => text };
  }

  // Rule 1.12.
  test('no call, well or badly ended, leaves a token, a name or an address in the log', async () => {
    const { logger, text } = recorded();
    const { pool } = portal.deps.database;
    let failing = false;
    // The errors that a driver reports carry what was stored.
    const query = (...args: unknown[]) => {
      if (!failing) return (pool.query as (...all: unknown[]) => unknown).call(pool, ...args);
      throw Object.assign(new Error('duplicate key value violates unique constraint "portal_user_subject_key"'), {
        code: '23505',
        table: 'portal_user',
        detail: 'Key (email)=(erika.mustermann@portal.example) already exists.',
        where: `token ${pharmacy.token}`,
        parameters: ['Erika Mustermann', pharmacy.token],
      });
    };
    const database = { ...portal.deps.database, pool: Object.assign(Object.create(pool), { query }) };
    // One server and few connections: supertest would open them for each of a thousand calls.
    const server = createServer(createApp({ ...portal.deps, database, logger })).listen(0);
    server.keepAliveTimeout = 0;
    await once(server, 'listening');
    const agent = supertest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const connections = new Agent({ keepAlive: true });
    const tokens = [
      await portal.issuer.token(claimsOf('Erika Mustermann', ['solvena_admin'])),
      await portal.issuer.token(claimsOf('Erika Mustermann', [`TP_user_${pharmacy.crmCompanyId}`, 'solvena_customer'])),
      await portal.issuer.token(claimsOf('Erika Mustermann', ['pricing_engine'])),
      await portal.issuer.token(claimsOf('Erika Mustermann', []), { foreignKey: true }),
    ];
    const values: Record<string, string> = {
      pharmacyId: String(pharmacy.crmCompanyId),
      crmId: String(pharmacy.crmCompanyId),
      crmCompanyId: String(pharmacy.crmCompanyId),
      apoId: String(pharmacy.apoId),
      token: pharmacy.token,
      productGroup: 'OTC',
      block: '12',
      listKind: 'MDP',
      kind: 'MDP',
      pzn: testPzn(1),
      ticket: `geheimes-ticket.${'g'.repeat(43)}`,
      link: `geheimer-link${'g'.repeat(30)}`,
    };
    const statuses = new Set<number>();
    for (failing of [false, true]) {
      for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
        const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
        const call = async (token: string) => {
          const { status } = await agent[endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](path)
            .agent(connections)
            .set({ Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF, 'X-Forwarded-For': '203.0.113.77' })
            .set({ Authorization: `Bearer ${token}`, 'User-Agent': 'Kasse von Erika Mustermann' })
            .send(endpoint.method === 'GET' ? undefined : { email: 'erika.mustermann@portal.example', products: [] });
          statuses.add(status);
        };
        await Promise.all(tokens.map(call));
      }
    }
    await agent.get(`/p/${pharmacy.path}?email=erika.mustermann@portal.example`);
    await agent.get(`/api/price/%E0%A4%A/${pharmacy.token}/OTC`);

    server.close();
    server.closeAllConnections();

    const log = text();
    // It has logged, and the errors too: the test would prove nothing on a silent log.
    for (const status of [200, 401, 403, 422, 500]) {
      expect([...statuses]).toContain(status);
      expect(log).toContain(`"statusCode":${status}`);
    }
    expect(log).toContain('23505');
    expect(log).toContain('"operation":"getDashboard"');
    const secrets = [
      ...tokens,
      ...tokens.flatMap((token) => token.split('.')),
      pharmacy.token,
      XSRF,
      'geheimes-ticket',
      'geheimer-link',
    ];
    const personal = ['Erika', 'Mustermann', 'erika', 'portal.example', '203.0.113.77', 'Test-Apotheke', 'Marktplatz'];
    for (const word of [...secrets, ...personal])
      expect(log.split('\n').find((line) => line.includes(word))).toBeUndefined();
  }, 240_000);

  test('a mail that does not go out leaves no address in the log', async () => {
    const { logger, text } = recorded();
    await portal.database.pool.query(
      `INSERT INTO outbox (message_id, kind, payload, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), 'logExport', '{"to": "erika.mustermann@portal.example"}', now(), '2026-03-10T08:00:00Z')`,
    );
    const refuse = async () => {
      const cause = Object.assign(
        new Error('550 <erika.mustermann@portal.example> unknown; smtps://post:geheim@mail.example'),
        {
          responseCode: 550,
          rejected: ['erika.mustermann@portal.example'],
          envelope: { to: ['erika.mustermann@portal.example'] },
        },
      );
      throw new DeliveryError('Der Server nimmt die Nachricht nicht an.', { cause, hopeless: true });
    };
    const senders = {
      logExport: refuse,
      taskClosed: refuse,
      pharmacy: refuse,
      notice: refuse,
      noticeConfirmation: refuse,
      delivery: refuse,
    };
    await deliverMessages({ ...portal.deps, logger, senders });
    expect(text()).toContain('550');
    expect(text()).toContain('a message was not delivered');
    expect(text()).not.toMatch(/erika|mustermann|geheim/i);
  });

  test.each([
    ['Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Bearer <token>'],
    ['token eyJhbGciOi.eyJzdWIi.c2ln refused', 'token <token> refused'],
    ['connect postgresql://portal_api:geheim@db:5432/portal', 'connect postgresql://<login>@db:5432/portal'],
    ['to Erika <erika@portal.example>', 'to Erika <<address>>'],
    ['GET /api/price/700001/geheim/OTC failed', 'GET /api/<path> failed'],
    ['fetch https://portal.example/p/700001/geheim failed', 'fetch https://portal.example/<path> failed'],
    ['cannot open /srv/apps/api/src/main.ts', 'cannot open /srv/apps/api/src/main.ts'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('an error that says "%s" is logged as "%s"', (said, logged) =>
    expect(describeError(new Error(said)).message).toBe(logged),
  );

  test('an error is logged with the places it came through, and they stay readable', () => {
    const { stack } = describeError(new Error('for erika@portal.example\nat her place'));
    expect(stack).toMatch(/^ {4}at .*apps\/api\/test\/http\/observability\.test\.ts:\d+:\d+/);
    expect(stack).not.toContain('erika');
  });
});
