import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { joinAnswer, sendBody } from '../../http/send-columns.ts';
import { readShelf } from './read-shelf.ts';
import { readTillLoads } from './read-till-loads.ts';

/** Chapter 21 of the rule book. */
export function shelfHandlers({ database: { pool }, clock }: Deps): Handlers<'getShelf'> {
  return {
    async getShelf({ pharmacy, request, response }) {
      const at = clock.now().toISOString();
      // Prices first: a save in between then counts as not in the till.
      const shelf = await readShelf(pool, pharmacy);
      const till = await readTillLoads(pool, pharmacy);
      await sendBody(request, response, joinAnswer({ at, ...till }, shelf));
    },
  };
}
