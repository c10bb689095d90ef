import type { Database } from '../db/database.ts';
import { command, run } from '../db/statement.ts';

const ADD_YEARS = command('SELECT FROM add_price_change_years()');

/** ADR 72: by an owner's function, since the api may not create tables. Postponed if locked. */
export async function addYears({ database }: { database: Database }): Promise<void> {
  await run(database.pool, ADD_YEARS);
}
