import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { markPrinted, undoPrint } from './mark-printed.ts';
import { readChangedBy, readLabelState, readOpenLabels } from './read-labels.ts';

/** Rules 16.8 to 16.10. */
export function labelHandlers({
  database,
  clock,
}: Deps): Handlers<'getLabelState' | 'getLabelRows' | 'markLabelsPrinted' | 'undoLabelsPrinted'> {
  const db = database.pool;
  return {
    getLabelState: ({ pharmacy }) => readLabelState(db, pharmacy),

    async getLabelRows({ pharmacy, query: { approval } }) {
      return { rows: await (approval ? readChangedBy(db, pharmacy, approval) : readOpenLabels(db, pharmacy)) };
    },

    async markLabelsPrinted({ pharmacy, body, caller }) {
      await markPrinted({ database, clock }, pharmacy, { labels: body.labels, actor: actorOf(caller) });
      return readLabelState(db, pharmacy);
    },

    async undoLabelsPrinted({ pharmacy, params }) {
      await undoPrint({ database, clock }, pharmacy, params.printId);
      return readLabelState(db, pharmacy);
    },
  };
}
