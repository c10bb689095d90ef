import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { endPeriods } from './end-periods.ts';
import { readPeriods } from './read-periods.ts';

/** Rule 17.9. */
export function periodHandlers({ database, clock }: Deps): Handlers<'getPricePeriods' | 'endPricePeriods'> {
  return {
    getPricePeriods: ({ pharmacy, query }) => readPeriods({ database, clock }, pharmacy.listApoId, query.pzn),

    async endPricePeriods({ pharmacy, body, caller }) {
      const ended = await endPeriods(
        { database, clock },
        { apoId: pharmacy.apoId, ids: body.ids, actor: actorOf(caller) },
      );
      return { status: 'OK', ended };
    },
  };
}
