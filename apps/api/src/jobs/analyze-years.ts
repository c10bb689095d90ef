import type { Database } from '../db/database.ts';

/**
 * Sees to it that the planner knows the price changes of all years together (ADR 72), by a function of the owner's: autovacuum visits the
 * tables of the years only, and the api's login may analyze none of them. Once a day, however many processes ask.
 */
export async function analyzeYears({ database }: { database: Database }): Promise<void> {
  await database.pool.query('SELECT analyze_price_changes()');
}
