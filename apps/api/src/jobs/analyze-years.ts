import type { Database } from '../db/database.ts';

/** ADR 72: autovacuum analyzes partitions only. Once a day. */
export async function analyzeYears({ database }: { database: Database }): Promise<void> {
  await database.pool.query('SELECT analyze_price_changes()');
}
