import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { removeTill } from '../till-position/index.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { readListArrivals } from './read-list-arrivals.ts';
import { readPriceWay } from './read-price-way.ts';
import { readStrayTills } from './read-stray-tills.ts';

/** Where approved prices have arrived (chapter 22). */
export function ledgerHandlers({
  database,
  clock,
}: Deps): Handlers<'getListArrivals' | 'getPriceWay' | 'getStrayTills' | 'removeTill'> {
  const db = database.pool;
  return {
    getListArrivals: ({ pharmacy, params }) => readListArrivals(database, pharmacy, params.productGroup),
    getPriceWay: ({ pharmacy, params }) => readPriceWay(db, pharmacy, params.pzn),
    getStrayTills: () => readStrayTills(db, clock.now()),

    async removeTill({ pharmacy, params, caller }) {
      const account = params.account as TillAccount;
      await removeTill({ database, clock }, { apoId: pharmacy.apoId, account, actor: actorOf(caller) });
      return { status: 'OK' };
    },
  };
}
