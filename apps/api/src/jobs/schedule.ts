import { type ScheduledTask, schedule } from 'node-cron';
import type { Metrics } from '../metrics/metrics.ts';
import { forgetAddresses, writeDueNotices } from '../modules/notices/index.ts';
import { deliverMessages, type DeliveryDeps, forgetMessages } from '../modules/outbox/index.ts';
import { forgetMarks } from '../modules/review/index.ts';
import { JOBS, type JobName, noteRun } from '../job-run.ts';
import { runDueActions } from './run-due-actions.ts';

/** Starts the clock-driven jobs of this process, each with a first turn at once: something may have come due while it was down. */
export function startJobs(deps: DeliveryDeps & { metrics?: Metrics | undefined }): {
  /** Starts nothing any more and settles when what was running has come to an end. */
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work: Record<JobName, () => Promise<unknown>> = {
    dueActions: () => runDueActions(deps, { signal }),
    notices: () => writeDueNotices(deps),
    deliveries: () => deliverMessages(deps, { signal }),
    forgetting: async () => {
      await forgetMessages(deps);
      await forgetMarks(deps);
      await forgetAddresses(deps);
    },
  };
  const running = new Map<JobName, Promise<void>>();
  const wake = (name: JobName) => {
    // Never two turns of one job in one process at once.
    if (running.has(name) || signal.aborted) return;
    running.set(
      name,
      noteRun(deps, name, work[name]).finally(() => running.delete(name)),
    );
  };
  const tasks = (Object.keys(JOBS) as JobName[]).map((name): ScheduledTask => {
    wake(name);
    return schedule(JOBS[name].cron, () => wake(name), { name, suppressMissedWarning: true });
  });
  return {
    async stop() {
      stopping.abort();
      for (const task of tasks) await task.stop();
      await Promise.all(running.values());
    },
  };
}
