import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { sendBody } from '../../http/send-columns.ts';
import { countOpenDeliveries } from '../intake/index.ts';
import { redeliverMessage } from '../outbox/index.ts';
import { type Board, createPieces, showOpenPackages } from '../pharmacies/index.ts';
import { readJobs } from './read-jobs.ts';
import { readPipeline } from './read-pipeline.ts';
import { readMessageEvents, readUndelivered } from './read-undelivered.ts';

const END = Buffer.from(']}');

/** What waits in all pharmacies, for staff (rule 11.7). */
export function adminOverviewHandlers(
  { database, clock }: Deps,
  readBoard: () => Promise<Board>,
): Handlers<'getAdminOverview' | 'getLzdPipeline' | 'getMessageEvents' | 'redeliverMessage'> {
  const db = database.pool;
  const inPieces = createPieces();
  return {
    async getAdminOverview({ request, response }) {
      const now = clock.now();
      const [board, jobs, messages, openDeliveries] = await Promise.all([
        readBoard(),
        readJobs(db, now),
        readUndelivered(db),
        countOpenDeliveries(db),
      ]);
      const head = { at: now.toISOString(), packageTotal: board.packages.length, openDeliveries, jobs, ...messages };
      const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"packages":[`);
      const packages = inPieces(showOpenPackages(board.packages, now));
      await sendBody(request, response, Buffer.concat([start, ...packages, END]));
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
