import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { redeliverMessage } from '../outbox/index.ts';
import { readJobs } from './read-jobs.ts';
import { readOpenPackages } from './read-open-packages.ts';
import { readPipeline } from './read-pipeline.ts';
import { readMessageEvents, readUndelivered } from './read-undelivered.ts';

/** What waits in all pharmacies, for staff (rule 11.7). */
export function adminOverviewHandlers({
  database,
  clock,
}: Deps): Handlers<'getAdminOverview' | 'getLzdPipeline' | 'getMessageEvents' | 'redeliverMessage'> {
  const db = database.pool;
  return {
    async getAdminOverview() {
      const now = clock.now();
      const [packages, jobs, messages] = await Promise.all([
        readOpenPackages(db, now),
        readJobs(db, now),
        readUndelivered(db),
      ]);
      return { at: now.toISOString(), ...packages, jobs, ...messages };
    },

    async getLzdPipeline() {
      const now = clock.now();
      return { at: now.toISOString(), ...(await readPipeline(db, now)) };
    },

    getMessageEvents: async ({ params }) => ({ events: await readMessageEvents(db, params.messageId) }),

    async redeliverMessage({ params, caller }) {
      const actor = { subject: caller.subject, userName: caller.userName, staff: caller.access.staff };
      await redeliverMessage({ database, clock }, { id: params.messageId, actor });
      return { status: 'OK' };
    },
  };
}
