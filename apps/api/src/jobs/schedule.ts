import { type ScheduledTask, schedule } from 'node-cron';
import { readFloor } from '../builds/read-builds.ts';
import type { Deps } from '../deps.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { forgetAddresses, writeDueDeliveries, writeDueNotices } from '../modules/notices/index.ts';
import { forgetPdfs } from '../modules/pdf/index.ts';
import { deliverMessages, type DeliveryDeps, forgetMessages } from '../modules/outbox/index.ts';
import { forgetDeliveries } from '../modules/intake/index.ts';
import { forgetPeriods, runDuePeriods } from '../modules/price-periods/index.ts';
import { dropDeletedRows } from '../modules/price-updates/index.ts';
import { forgetMarks } from '../modules/review/index.ts';
import { JOBS, type JobName, noteRun } from '../job-run.ts';
import { addYears } from './add-years.ts';
import { analyzeYears } from './analyze-years.ts';
import { runDueActions } from './run-due-actions.ts';

/** Made of slices: other kinds go out in between. */
const TURN_MS = 60_000;

/** Runs at once: something may have come due meanwhile. */
export function startJobs(
  deps: DeliveryDeps & Pick<Deps, 'config'> & { metrics?: Metrics | undefined },
  { turnMs = TURN_MS } = {},
): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Each answers true when it has more to do at once. */
  const work: Record<JobName, () => Promise<unknown>> = {
    dueActions: async () => {
      const turn = AbortSignal.timeout(turnMs);
      await runDueActions(deps, { signal: AbortSignal.any([signal, turn]) });
      return turn.aborted;
    },
    periods: async () => {
      const turn = AbortSignal.timeout(turnMs);
      await runDuePeriods(deps, { signal: AbortSignal.any([signal, turn]) });
      return turn.aborted;
    },
    notices: async () => {
      await writeDueDeliveries(deps);
      await writeDueNotices(deps);
    },
    deliveries: async () => {
      const turn = AbortSignal.timeout(turnMs);
      await deliverMessages(deps, { signal, turn });
      return turn.aborted;
    },
    forgetting: async () => {
      await addYears(deps);
      await forgetMessages(deps);
      await forgetMarks(deps);
      await forgetPeriods(deps);
      await forgetAddresses(deps);
      await forgetPdfs(deps);
      await forgetDeliveries(deps);
      await dropDeletedRows(deps, { signal });
      await analyzeYears(deps);
    },
  };
  /** A build beneath the floor would misread what it acts on (ADR 63). */
  const unlessTooOld = (turn: () => Promise<unknown>) => async () =>
    (await readFloor(deps.database.pool)).fits && (await turn());
  const running = new Map<JobName, Promise<void>>();
  const wake = (name: JobName) => {
    // Never two turns of one job in one process at once.
    if (running.has(name) || signal.aborted) return;
    const turns = async () => {
      while ((await noteRun(deps, name, unlessTooOld(work[name]))) === true && !signal.aborted);
    };
    running.set(
      name,
      turns().finally(() => running.delete(name)),
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
