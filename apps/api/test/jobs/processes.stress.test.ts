import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DueReport } from '../../src/jobs/run-due-actions.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { brokenInvariants } from '../price-updates/support.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';

const PHARMACIES = 40;
const ROWS = 200;
const DUE = '2026-03-15T23:00:00Z';
let portal: TestPortal;

/** Many pharmacies, each with a due MDP and a due QDP on the same list. */
beforeEach(async () => {
  portal = await startPortal('2026-03-16T00:00:00Z');
  const { pool } = portal.database;
  const pzns = Array.from({ length: ROWS }, (_, index) => testPzn(index));
  await pool.query(`INSERT INTO product (pzn, name, producer) SELECT unnest($1::text[]), 'Produkt', 'Muster'`, [pzns]);
  await pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     SELECT 500000 + n, 700000 + n, 'token-' || n, 'Apotheke ' || n, 'Markt', '10115', 'Berlin', 1, 1
       FROM generate_series(1, $1) n`,
    [PHARMACIES],
  );
  await pool.query(
    `INSERT INTO list_version (apo_id, product_group, item_count) SELECT apo_id, 'OTC', $1 FROM pharmacy`,
    [ROWS],
  );
  await pool.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, changed_at, changed_version)
     SELECT apo_id, pzn, 'OTC', 9.99, '2026-03-01', 1 FROM pharmacy, unnest($1::text[]) pzn`,
    [pzns],
  );
  await pool.query(
    `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action, item_count)
     SELECT kind, apo_id, 'OTC', '2026-03-10', '2026-03-10', $1, CASE kind WHEN 'MDP' THEN 'approve' ELSE 'delete' END, $2
       FROM pharmacy, unnest(ARRAY['MDP', 'QDP']) kind`,
    [DUE, ROWS],
  );
  await pool.query(
    `INSERT INTO price_update_item (update_id, pzn, apo_id, position, true_price)
     SELECT id, pzn, apo_id, 1, 8.49 FROM price_update, unnest($1::text[]) pzn`,
    [pzns],
  );
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

async function startWorker(): Promise<{ child: ChildProcess; run(): void; report: Promise<DueReport> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('worker.ts', import.meta.url))], {
    env: { ...process.env, WORKER_DATABASE_URL: portal.databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const next = () => once(lines, 'line').then(([line]) => String(line));
  expect(await next()).toBe('ready');
  const report = next().then((line) => JSON.parse(line) as DueReport);
  report.catch(() => undefined); // a killed one never reports
  return { child, run: () => void child.stdin?.end('2026-03-16T00:00:00Z\n'), report };
}

const counts = async () => {
  const { rows } = await portal.database.pool.query<Record<string, number>>(
    `SELECT approved, deleted, open, (SELECT count(*)::int FROM history_entry) AS history,
            (SELECT count(*)::int FROM price_change) AS changes
       FROM (SELECT count(*) FILTER (WHERE status = 1)::int AS approved, count(*) FILTER (WHERE status = -1)::int AS deleted,
                    count(*) FILTER (WHERE status = 0)::int AS open FROM price_update OFFSET 0) packages`,
  );
  return rows[0];
};
const DONE = {
  approved: PHARMACIES,
  deleted: PHARMACIES,
  open: 0,
  history: 2 * PHARMACIES,
  changes: PHARMACIES * ROWS,
};

// Rules 6.17 and 7.7.
test('three processes on one database act on each package exactly once', async () => {
  const workers = await Promise.all([startWorker(), startWorker(), startWorker()]);
  for (const worker of workers) worker.run();
  const reports = await Promise.all(workers.map((worker) => worker.report));
  const sum = (field: 'approved' | 'deleted') => reports.reduce((total, report) => total + report[field], 0);
  expect([sum('approved'), sum('deleted')]).toEqual([PHARMACIES, PHARMACIES]);
  expect(reports.flatMap((report) => report.failed)).toEqual([]);
  expect(reports.filter((report) => report.approved > 0).length).toBeGreaterThan(1);
  expect(await counts()).toEqual(DONE);
});

test('a process killed half-way leaves nothing half applied; the one beside it does its share', async () => {
  const [worker, other] = await Promise.all([startWorker(), startWorker()]);
  worker.run();
  while (((await counts())?.approved ?? 0) < 3) await new Promise((resolve) => setTimeout(resolve, 2));
  other.run();
  worker.child.kill('SIGKILL');
  await once(worker.child, 'exit');
  expect((await counts())?.open).toBeGreaterThan(0);
  expect((await other.report).failed).toEqual([]);
  expect(await counts()).toEqual(DONE);
});

test('more is due than is read at once; a locked list is passed over with all that is due for it, and waited for at the end', async () => {
  const busy = await portal.database.pool.connect();
  await busy.query('BEGIN');
  await busy.query('SELECT FROM list_version WHERE apo_id = 500001 FOR UPDATE');
  const run = runDueActions(portal.deps, { window: 20 });
  while (((await counts())?.open ?? 0) > 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await busy.query('COMMIT');
  busy.release();
  expect(await run).toMatchObject({ approved: PHARMACIES, deleted: PHARMACIES, failed: [] });
  expect(await counts()).toEqual(DONE);
});
