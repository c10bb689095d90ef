import type { Database } from '../db/database.ts';
import { command, run } from '../db/statement.ts';

const ANALYZE_YEARS = command('SELECT FROM analyze_price_changes()');

/** ADR 72: autovacuum analyzes partitions only. Once a day. */
export async function analyzeYears({ database }: { database: Database }): Promise<void> {
  await run(database.pool, ANALYZE_YEARS);
}
