import { isoDay } from '@portal/rules';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { PERIOD_DUE_ON } from '../db/price-columns.ts';
import { ask, askOne, statement, type RowOf } from '../db/statement.ts';
import { within } from '../http/within.ts';
import { JOBS } from '../job-run.ts';
import type { Metrics } from './metrics.ts';

/** Longer than a database takes that still answers. */
const QUERY_TIMEOUT_MS = 2_000;

/**
 * Waiting messages, overdue packages, tills, last job ends, archiving; `portal_database_up` is 0 while the database is away.
 */
export function watchDatabase(
  metrics: Metrics,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): void {
  const { pool } = database;
  const connections = metrics.gauge('portal_database_connections', 'Connections of the pool', ['state']);
  const queue = metrics.gauge('portal_database_waiting', 'Statements that wait for a connection of the pool', []);
  const up = metrics.gauge('portal_database_up', '1 when the database has answered the question for these metrics', []);
  const messages = metrics.gauge('portal_outbox_messages', 'Messages that have not gone out', ['status']);
  const oldest = metrics.gauge(
    'portal_outbox_oldest_seconds',
    'Age of the oldest message that waits for its first attempt (queued), and of the oldest that was tried in vain (failed)',
    ['state'],
  );
  const overdue = metrics.gauge('portal_packages_overdue', 'Open packages whose automatic action is due', []);
  const periods = metrics.gauge('portal_periods_overdue', 'Periods whose begin or end is due', []);
  const undecided = metrics.gauge(
    'portal_deliveries_undecided_seconds',
    'Age of the oldest refused delivery without a decision; 0 when there is none',
    [],
  );
  const tills = metrics.gauge(
    'portal_tills',
    'Tills that hold other prices than were approved, refuse some, or were not heard of for three days',
    ['state'],
  );
  const archived = metrics.gauge(
    'portal_database_last_archived_timestamp_seconds',
    'When the database last archived a piece of its log; 0 when it archives none',
    [],
  );
  const years = metrics.gauge(
    'portal_price_changes_end_timestamp_seconds',
    'Until when there is a table for the price changes of each year',
    [],
  );
  const ended = metrics.gauge(
    'portal_job_last_end_timestamp_seconds',
    'When a job last ended, in any instance; 0 when it never has',
    ['job'],
  );
  const failing = metrics.gauge('portal_job_failing', '1 when the last turn of a job failed, in any instance', ['job']);

  metrics.onScrape(async () => {
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    queue.set(pool.waitingCount);
    try {
      const now = clock.now();
      const [backlog, yearsEnd, jobs] = await within(
        QUERY_TIMEOUT_MS,
        Promise.all([readBacklog(database, now), askOne(pool, YEARS_END), readJobs(database)]),
      );
      up.set(1);
      messages.set({ status: 'waiting' }, backlog.waiting);
      messages.set({ status: 'dead' }, backlog.dead);
      const ageOf = (at: Date | null) => (at ? (now.getTime() - at.getTime()) / 1000 : 0);
      oldest.set({ state: 'queued' }, ageOf(backlog.oldestQueued));
      oldest.set({ state: 'failed' }, ageOf(backlog.oldestFailed));
      overdue.set(backlog.overdue);
      periods.set(backlog.periods);
      undecided.set(ageOf(backlog.oldestDelivery));
      tills.set({ state: 'differ' }, backlog.differ);
      tills.set({ state: 'refuse' }, backlog.refuse);
      tills.set({ state: 'silent' }, backlog.silent);
      archived.set((backlog.archived?.getTime() ?? 0) / 1000);
      years.set(yearsEnd.at.getTime() / 1000);
      for (const job of Object.keys(JOBS)) ended.set({ job }, 0);
      for (const { name, finishedAt, failing: fails } of jobs) {
        if (finishedAt) ended.set({ job: name }, finishedAt.getTime() / 1000);
        failing.set({ job: name }, fails ? 1 : 0);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the backlog could not be read for the metrics');
      up.set(0);
      // One without labels would say 0.
      for (const gauge of [messages, oldest, tills, ended, failing]) gauge.reset();
      for (const gauge of [overdue, periods, undecided, archived, years]) gauge.remove();
    }
  });
}

/** Not one that was taken out of use. */
const IS_HEARD = `t.seen_at > $1::timestamptz - interval '7 days' AND p.active <> 3`;

const BACKLOG = statement(
  {
    waiting: 'int',
    dead: 'int',
    oldestQueued: 'time?',
    oldestFailed: 'time?',
    overdue: 'int',
    periods: 'int',
    oldestDelivery: 'time?',
    differ: 'int',
    refuse: 'int',
    silent: 'int',
    archived: 'time?',
  },
  `SELECT (SELECT count(*)::int FROM outbox WHERE status = 'waiting') AS waiting,
          (SELECT count(*)::int FROM outbox WHERE status = 'dead') AS dead,
          (SELECT min(created_at) FROM outbox WHERE status = 'waiting' AND last_error IS NULL) AS "oldestQueued",
          (SELECT min(created_at) FROM outbox WHERE status = 'waiting' AND last_error IS NOT NULL) AS "oldestFailed",
          (SELECT count(*)::int FROM price_update u JOIN pharmacy p USING (apo_id)
            WHERE u.status = 0 AND u.auto_action_at <= $1::timestamptz AND p.active <> 3) AS overdue,
          (SELECT count(*)::int FROM price_period JOIN pharmacy p USING (apo_id)
            WHERE ${PERIOD_DUE_ON} <= $2::date AND p.active <> 3) AS periods,
          (SELECT min(arrived_at) FROM delivery WHERE state = 'open') AS "oldestDelivery",
          (SELECT count(*)::int FROM till t JOIN pharmacy p USING (apo_id)
            WHERE t.differs_since IS NOT NULL AND ${IS_HEARD}) AS differ,
          (SELECT count(DISTINCT (r.apo_id, r.account))::int FROM till_refused r JOIN till t USING (apo_id, account) JOIN pharmacy p USING (apo_id)
            WHERE ${IS_HEARD}) AS refuse,
          (SELECT count(*)::int FROM till t JOIN pharmacy p USING (apo_id)
            WHERE t.cursor IS NOT NULL AND t.seen_at < $1::timestamptz - interval '3 days' AND p.active <> 3) AS silent,
          (SELECT coalesce(last_archived_time, pg_postmaster_start_time()) FROM pg_stat_archiver
            WHERE current_setting('archive_mode') <> 'off') AS archived`,
);
type Backlog = RowOf<typeof BACKLOG>;

const YEARS_END = statement({ at: 'time' }, 'SELECT price_change_years_end() AS at');

async function readBacklog({ pool }: Database, now: Date): Promise<Backlog> {
  return askOne(pool, BACKLOG, [now, isoDay(now)]);
}

const JOB_RUNS = statement(
  { name: 'text', finishedAt: 'time?', failing: 'bool' },
  'SELECT name, finished_at AS "finishedAt", error IS NOT NULL AS failing FROM job_run',
);
type JobRow = RowOf<typeof JOB_RUNS>;

async function readJobs({ pool }: Database): Promise<JobRow[]> {
  return ask(pool, JOB_RUNS);
}
