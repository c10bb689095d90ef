import type { JobState } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { JOBS, type JobName } from '../../job-run.ts';

type Row = { name: JobName; startedAt: Date; finishedAt: Date | null; error: string | null };

/** When each clock-driven job last ran to its end, and whether that is too long ago; whichever instance did it counts. */
export async function readJobs(db: Queryable, now: Date): Promise<JobState[]> {
  const { rows } = await db.query<Row>(
    'SELECT name, started_at AS "startedAt", finished_at AS "finishedAt", error FROM job_run',
  );
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
