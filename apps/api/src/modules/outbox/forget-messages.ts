import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { command, run } from '../../db/statement.ts';

/** Days. */
const RETENTION_DAYS = 90;

const FORGET_MESSAGES = command(`DELETE FROM outbox WHERE status IN ('sent', 'dead') AND settled_at < $1`);

export async function forgetMessages({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 3_600_000);
  const rowCount = await run(database.pool, FORGET_MESSAGES, [before]);
  return rowCount ?? 0;
}
