import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/implement.ts';
import { runDuePeriods } from '../modules/price-periods/index.ts';
import { runDueActions } from './run-due-actions.ts';

/** Rule 7.10. */
export function testClockHandlers(deps: Deps): Handlers<'setTestClock' | 'runTestJobs'> {
  return {
    setTestClock({ body }) {
      if (!deps.testClock) throw notFound();
      deps.testClock.set(body.now === null ? null : new Date(body.now));
      return { status: 'OK', now: deps.clock.now().toISOString() };
    },

    async runTestJobs() {
      if (!deps.testClock) throw notFound();
      const { done: periods } = await runDuePeriods(deps);
      return { status: 'OK', ...(await runDueActions(deps)), periods };
    },
  };
}
