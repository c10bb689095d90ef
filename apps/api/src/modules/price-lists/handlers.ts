import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { actorOf, readRetainedSince } from '../history-writing/index.ts';
import { eventOf } from './event-of.ts';
import { findArticles } from './find-articles.ts';
import { readPriceHistory } from './read-price-history.ts';
import { savePriceList } from './save-price-list.ts';
import { sendPriceList } from './send-price-list.ts';

/** Reading, searching, saving and the price history of lists. */
export function priceListHandlers(
  { database, clock }: Deps,
  send: ColumnsSender,
): Handlers<'findArticles' | 'getChangesKept' | 'getPriceHistory' | 'getPriceList' | 'savePriceList'> {
  return {
    findArticles: ({ pharmacy, query }) => findArticles(database.pool, pharmacy.listApoId, query.q),

    getPriceHistory: ({ pharmacy, params }) => readPriceHistory(database.pool, pharmacy, params.pzn, clock.now()),

    getChangesKept: async () => ({ keptSince: (await readRetainedSince(database.pool))?.toISOString() ?? null }),

    getPriceList: (call) => sendPriceList({ db: database.pool, send }, call, call.params.productGroup),

    async savePriceList({ pharmacy, body, caller }) {
      const event = await eventOf(database.pool, body, caller.access);
      const saved = await savePriceList(
        { database, clock },
        { apoId: pharmacy.apoId, body, actor: actorOf(caller), staff: caller.access.staff, event },
      );
      return { status: 'OK', changed: saved.changed };
    },
  };
}
