import { runDueActions } from '@portal/api/jobs/run-due-actions.ts';
import type { IntakeAnswer } from '@portal/contracts';
import { createDemoPackage } from '@portal/dev/packages/demo-package.ts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { pino } from 'pino';
import { startBenchPortal } from './bench-portal.ts';
import { postFile } from './call.ts';
import { report } from './measure.ts';
import { seedPackages, seedPharmacies } from './package-data.ts';

/**
 * Log (WAL) and time of a night by pharmacies and rows, extrapolated to the country; bytes of a row in each table, with indexes.
 */
const COUNTRY = 17_000;
const LARGE = 20_000;
const SMALL = 2_000;
const MB = 1e6;
const portal = await startBenchPortal();
const { pool } = portal;
const deps = { database: portal.database, clock: { now: () => new Date() }, logger: pino({ level: 'silent' }) };
await pool.query('UPDATE price_update SET auto_action_at = NULL, auto_action = NULL WHERE status = 0');

async function logOf(work: () => Promise<unknown>): Promise<{ bytes: number; ms: number }> {
  const { rows } = await pool.query<{ at: string }>('SELECT pg_current_wal_insert_lsn()::text AS at');
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const written = await pool.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn) AS bytes',
    [rows[0]?.at],
  );
  return { bytes: Number(written.rows[0]?.bytes), ms };
}

async function approve(expected: number): Promise<void> {
  const { approved, failed } = await runDueActions(deps);
  if (approved !== expected || failed.length > 0) throw new Error(`${approved} of ${expected} packages approved`);
}

const said = ({ bytes, ms }: { bytes: number; ms: number }) => `${(bytes / MB).toFixed(1)} MB, ${ms.toFixed(0)} ms`;

const file = createDemoPackage({
  kind: 'QDP',
  pharmacy: OWNER_PHARMACY.apoId,
  group: 'OTC',
  rows: LARGE,
  day: { year: 2026, month: 3, day: 9 },
});
for (const turn of ['first', 'second']) {
  const taken = await logOf(async () => {
    const answer = await postFile<IntakeAnswer>(
      `${portal.url}/api/intake/qdp/${OWNER_PHARMACY.crmCompanyId}/OTC`,
      `${turn}.csv`,
      Buffer.from(file.text),
    );
    if (answer.rows !== LARGE) throw new Error(`${answer.rows} of ${LARGE} rows taken in`);
  });
  report(`intake of ${LARGE} rows, ${turn}`, said(taken));
}

const FIRST = 700_000;
/** Of its rows every n-th changes a price. */
for (const [place, every] of [1, 10].entries()) {
  const first = FIRST + place;
  await seedPharmacies(pool, { first, count: 1, rows: LARGE });
  for (const turn of ['first', 'second']) {
    const packages = await seedPackages(pool, { first, count: 1, raise: turn === 'first' ? 1 : 2 });
    await pool.query(
      'UPDATE price_update_item SET true_price = true_price_old WHERE update_id = $1 AND position % $2 <> 0',
      [packages[0]?.id, every],
    );
    await pool.query('CHECKPOINT');
    report(`approval of ${LARGE} rows, 1 of ${every} changes, ${turn}`, said(await logOf(() => approve(1))));
  }
}

for (const [place, count] of [50, 200].entries()) {
  const first = FIRST + 1_000 * (place + 1);
  await seedPharmacies(pool, { first, count, rows: SMALL });
  await seedPackages(pool, { first, count, raise: 1 });
  const night = await logOf(() => approve(count));
  report(`${count} pharmacies of ${SMALL} rows`, said(night));
  const each = { bytes: night.bytes / count, ms: night.ms / count };
  report('  a package', said(each));
  const times = (COUNTRY * LARGE) / SMALL;
  const [terabytes, hours] = [(each.bytes * times) / 1e12, (each.ms * times) / 3_600_000];
  report(`  ${COUNTRY} pharmacies of ${LARGE} rows`, `${terabytes.toFixed(2)} TB, ${hours.toFixed(1)} h`);
}

await pool.query('VACUUM ANALYZE');
for (const table of [
  'price_update_item',
  'price_update_outcome',
  'price_item',
  'price_change_first',
  'history_entry',
]) {
  const { rows } = await pool.query<{ bytes: number; heap: number; count: number }>(
    `SELECT pg_total_relation_size($1::regclass)::float8 AS bytes, pg_relation_size($1::regclass)::float8 AS heap,
            (SELECT count(*)::int FROM ${table}) AS count`,
    [table],
  );
  const [size] = rows;
  if (size)
    report(
      `bytes a row of ${table}`,
      `${(size.bytes / size.count).toFixed(0)}, table ${(size.heap / size.count).toFixed(0)}`,
    );
}
await pool.end();
await portal.close();
