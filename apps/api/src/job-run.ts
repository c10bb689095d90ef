import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Metrics } from './metrics/metrics.ts';
import { command, run } from './db/statement.ts';

export const JOBS = {
  /** What is due then is done, however late (rule 7.7). */
  dueActions: { cron: '*/3 * * * *', overdueMs: 10 * 60_000 },
  /** Prices that begin and end (rule 17.6). */
  periods: { cron: '*/3 * * * *', overdueMs: 10 * 60_000 },
  /** Mails of what has happened or is about to (rule 15.3). */
  notices: { cron: '1-59/3 * * * *', overdueMs: 10 * 60_000 },
  deliveries: { cron: '*/15 * * * * *', overdueMs: 10 * 60_000 },
  forgetting: { cron: '17 3 * * *', overdueMs: 50 * 3_600_000 },
} as const;
export type JobName = keyof typeof JOBS;

const NOTE_RUN = command(`INSERT INTO job_run (name, started_at, finished_at, error) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET started_at = $2, finished_at = $3, error = $4`);

/**
 * Never throws: the next run tries again.
 * @returns undefined when it failed
 */
export async function noteRun(
  {
    database,
    clock,
    logger,
    metrics,
  }: { database: Database; clock: Clock; logger: Logger; metrics?: Metrics | undefined },
  name: JobName,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const startedAt = clock.now();
  const start = performance.now();
  let issue: string | null = null;
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    issue = error instanceof Error ? error.message.slice(0, 500) : String(error);
    logger.error({ err: error, job: name }, 'a clock-driven job failed');
  }
  metrics?.jobRun(name, issue === null ? 'ok' : 'failed', (performance.now() - start) / 1000);
  try {
    await run(database.pool, NOTE_RUN, [name, startedAt, clock.now(), issue]);
  } catch (error) {
    logger.error({ err: error, job: name }, 'the turn of a job was not noted');
  }
  return result;
}
