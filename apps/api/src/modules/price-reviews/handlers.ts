import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { keepFixedPrices, readDueReviews, readReminders, takeBackKept } from './due-reviews.ts';

/** Fixed prices that are looked at again (chapter 19). */
export function priceReviewHandlers({
  database,
  clock,
}: Deps): Handlers<'getDueReviews' | 'keepFixedPrices' | 'takeBackKept'> {
  return {
    async getDueReviews({ params, pharmacy }) {
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      const now = clock.now();
      const [rows, reminders] = await Promise.all([
        readDueReviews(database.pool, list, now),
        readReminders(database.pool, list, now),
      ]);
      return { rows, reminders };
    },

    async keepFixedPrices({ params, pharmacy, body }) {
      const list = { apoId: pharmacy.apoId, group: params.productGroup };
      return { status: 'OK', kept: await keepFixedPrices({ database, clock }, list, body.rows) };
    },

    async takeBackKept({ params, pharmacy, body }) {
      const list = { apoId: pharmacy.apoId, group: params.productGroup };
      return { status: 'OK', due: await takeBackKept({ database, clock }, list, body.rows) };
    },
  };
}
