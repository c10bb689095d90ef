import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { keepFixedPrices, readDueReviews } from './due-reviews.ts';
import { changeReviewMonths } from './review-months.ts';

/** Fixed prices that are looked at again (chapter 19). */
export function priceReviewHandlers({
  database,
  clock,
}: Deps): Handlers<'getDueReviews' | 'keepFixedPrices' | 'setReviewMonths'> {
  return {
    async getDueReviews({ params, pharmacy }) {
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      return { rows: await readDueReviews(database.pool, list, clock.now()) };
    },

    async keepFixedPrices({ params, pharmacy, body }) {
      const list = { apoId: pharmacy.apoId, group: params.productGroup };
      return { status: 'OK', kept: await keepFixedPrices({ database, clock }, list, body.rows) };
    },

    async setReviewMonths({ pharmacy, body, caller }) {
      const change = { apoId: pharmacy.apoId, months: body.months, actor: actorOf(caller) };
      await changeReviewMonths({ database, clock }, change);
      return { status: 'OK' };
    },
  };
}
