import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';

/** How long a delivered or given-up message is kept, for questions that come later. */
const KEPT_DAYS = 90;

/**
 * Removes messages, and the names and addresses in them, long after they have arrived or were given up. What is still tried
 * stays.
 */
export async function forgetMessages({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 24 * 3_600_000);
  const { rowCount } = await database.pool.query(
    `DELETE FROM outbox WHERE status IN ('sent', 'dead') AND settled_at < $1`,
    [before],
  );
  return rowCount ?? 0;
}
