import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import type { Deps } from '../../src/deps.ts';
import { openDatabase } from '../../src/db/database.ts';
import { noteRun } from '../../src/job-run.ts';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import { createMetricsServer } from '../../src/metrics/metrics-server.ts';
import { watchDatabase } from '../../src/metrics/watch-database.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

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
    const newest = (await portal.database.pool.query('SELECT max(migration_name) AS name FROM _prisma_migrations'))
      .rows[0].name as string;
    const ready = async (change: string) => {
      const { rows } = await portal.database.pool.query('SELECT * FROM _prisma_migrations WHERE migration_name = $1', [
        newest,
      ]);
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
    expect(await ready('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1')).toEqual(missing);
    expect(await ready('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1')).toEqual(
      missing,
    );
    // One that a newer release is just applying does not stop this one.
    await portal.database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count) VALUES ('x', 'x', '99990101000000_newer', 0)`,
    );
    expect((await agent.get('/api/health/ready')).status).toBe(200);
    await portal.database.pool.query('ALTER TABLE _prisma_migrations RENAME TO _gone');
    const without = await agent.get('/api/health/ready');
    expect([without.status, without.body.message]).toEqual([
      503,
      expect.stringMatching(/^TruePrice ist noch nicht bereit: \d+ Migrationen der Datenbank fehlen\.$/),
    ]);
    expect((await agent.get('/api/health/live')).status).toBe(200);
    await portal.database.pool.query('ALTER TABLE _gone RENAME TO _prisma_migrations');
    expect((await agent.get('/api/health/ready')).status).toBe(200);
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
      `INSERT INTO till_state (apo_id, cursor, loaded_at, seen_at, held_cursor, differs_since) VALUES ($1, 'c', now(), now(), 'c', now())`,
      [pharmacy.apoId],
    );
    await database.pool.query(
      `INSERT INTO till_refusal (apo_id, pzn, reason, told_at) VALUES ($1, '1', '', now()), ($1, '2', '', now())`,
      [pharmacy.apoId],
    );
    const message = `INSERT INTO outbox (message_id, kind, payload, status, created_at, next_attempt_at, settled_at)
                     VALUES (gen_random_uuid(), 'logExport', '{}', $1, $2, $2, $3)`;
    await database.pool.query(message, ['waiting', '2026-03-10T08:58:20Z', null]);
    await database.pool.query(message, ['waiting', '2026-03-10T08:59:50Z', null]);
    await database.pool.query(`UPDATE outbox SET last_error = 'away' WHERE created_at = '2026-03-10T08:58:20Z'`);
    await database.pool.query(message, ['dead', '2026-03-09T00:00:00Z', '2026-03-09T00:00:00Z']);
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
    expect(valueOf(text, 'portal_tills{state="differ"}')).toBe(1);
    expect(valueOf(text, 'portal_tills{state="refuse"}')).toBe(1);
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
