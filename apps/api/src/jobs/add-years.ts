import type { Database } from '../db/database.ts';

/**
 * Sees to it that the price changes of the next year have a table of their own (ADR 72), by a function of the owner's: the api's login may not
 * make tables. Where that has to wait for somebody's lock it is left to the next day; changes are written all the same.
 */
export async function addYears({ database }: { database: Database }): Promise<void> {
  await database.pool.query('SELECT add_price_change_years()');
}
