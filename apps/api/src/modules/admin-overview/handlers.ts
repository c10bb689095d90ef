import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { redeliverMessage } from '../outbox/redeliver-message.ts';
import { readJobs } from './read-jobs.ts';
import { readOpenPackages } from './read-open-packages.ts';
import { readMessageEvents, readUndelivered } from './read-undelivered.ts';

/** What waits in all pharmacies, for staff (rule 11.7). */
export function mountAdminOverview(mount: Mount, { database, clock }: Deps): void {
  const db = database.pool;

  mount(ENDPOINTS.getAdminOverview, async () => {
    const now = clock.now();
    const [packages, jobs, messages] = await Promise.all([
      readOpenPackages(db, now),
      readJobs(db, now),
      readUndelivered(db),
    ]);
    return { at: now.toISOString(), ...packages, jobs, ...messages };
  });

  mount(ENDPOINTS.getMessageEvents, async ({ params }) => ({ events: await readMessageEvents(db, params.messageId) }));

  mount(ENDPOINTS.redeliverMessage, async ({ params, caller }) => {
    const actor = { subject: caller.subject, userName: caller.userName };
    await redeliverMessage({ database, clock }, { id: params.messageId, actor });
    return { status: 'OK' as const };
  });
}
