import type { Database } from '../db/database.ts';

/** ADR 72: by an owner's function, since the api may not create tables. Postponed if locked. */
export async function addYears({ database }: { database: Database }): Promise<void> {
  await database.pool.query('SELECT add_price_change_years()');
}
