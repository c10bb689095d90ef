import { schedule } from 'node-cron';
import { type JobDeps, runDueActions } from './run-due-actions.ts';

/** How often the clock-driven rules are looked at; what is due then is done, however late (design 8). */
const EVERY_THREE_MINUTES = '*/3 * * * *';

/** Starts the clock-driven jobs of this process, with a first look at once: something may have come due while it was down. */
export function startJobs(deps: JobDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const wake = () => {
    // Never two runs of one process at once.
    running ??= runDueActions(deps, { signal: stopping.signal })
      .catch((error: unknown) => deps.logger.error({ err: error }, 'the clock-driven jobs failed'))
      .finally(() => {
        running = undefined;
      });
  };
  const task = schedule(EVERY_THREE_MINUTES, wake, { name: 'due-actions', suppressMissedWarning: true });
  wake();
  return {
    /** No new action is begun; settles once the present one is done. */
    async stop() {
      stopping.abort();
      await task.stop();
      await running;
    },
  };
}
