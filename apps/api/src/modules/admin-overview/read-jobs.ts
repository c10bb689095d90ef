import type { JobState } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { JOBS, type JobName } from '../../job-run.ts';

const JOB_RUNS = statement(
  { name: typed<JobName>('text'), startedAt: 'time', finishedAt: 'time?', error: 'text?' },
  'SELECT name, started_at AS "startedAt", finished_at AS "finishedAt", error FROM job_run',
);

export async function readJobs(db: Queryable, now: Date): Promise<JobState[]> {
  const rows = await ask(db, JOB_RUNS);
  return Object.entries(JOBS).map(([name, { overdueMs }]) => {
    const run = rows.find((row) => row.name === name);
    const last = run?.finishedAt ?? null;
    return {
      name: name as JobName,
      lastRunAt: last?.toISOString() ?? null,
      error: run?.error ?? null,
      overdue: last === null || now.getTime() - last.getTime() > overdueMs,
    };
  });
}
