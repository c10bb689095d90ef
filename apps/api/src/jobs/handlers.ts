import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../deps.ts';
import { notFound } from '../http/errors.ts';
import type { Mount } from '../http/mount.ts';
import { runDueActions } from './run-due-actions.ts';

/** The test clock (rule 7.10): without it these calls do not exist. */
export function mountTestClock(mount: Mount, deps: Deps): void {
  mount(ENDPOINTS.setTestClock, ({ body }) => {
    if (!deps.testClock) throw notFound();
    deps.testClock.set(body.now === null ? null : new Date(body.now));
    return { status: 'OK' as const, now: deps.clock.now().toISOString() };
  });

  mount(ENDPOINTS.runTestJobs, async () => {
    if (!deps.testClock) throw notFound();
    return { status: 'OK' as const, ...(await runDueActions(deps)) };
  });
}
