import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { readListArrivals } from './read-list-arrivals.ts';
import { readPriceWay } from './read-price-way.ts';
import { readStrayTills } from './read-stray-tills.ts';

/** Where approved prices have arrived (chapter 22). */
export function ledgerHandlers({
  database,
  clock,
}: Deps): Handlers<'getListArrivals' | 'getPriceWay' | 'getStrayTills'> {
  const db = database.pool;
  return {
    getListArrivals: ({ pharmacy, params }) => readListArrivals(database, pharmacy, params.productGroup),
    getPriceWay: ({ pharmacy, params }) => readPriceWay(db, pharmacy, params.pzn),
    getStrayTills: () => readStrayTills(db, clock.now()),
  };
}
