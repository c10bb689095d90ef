import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';

/** Days. */
const RETENTION_DAYS = 90;

export async function forgetMessages({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 3_600_000);
  const { rowCount } = await database.pool.query(
    `DELETE FROM outbox WHERE status IN ('sent', 'dead') AND settled_at < $1`,
    [before],
  );
  return rowCount ?? 0;
}
