import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { command, run } from '../../db/statement.ts';

const RETENTION_DAYS = 730;

const FORGET_PERIODS = command("DELETE FROM price_period WHERE state = 'ended' AND ended_at < $1");

/** Two years after their end; a later undo takes begin and end for changes. */
export async function forgetPeriods({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 3_600_000);
  await run(database.pool, FORGET_PERIODS, [before]);
}
