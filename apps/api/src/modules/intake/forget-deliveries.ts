import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { command, run } from '../../db/statement.ts';

const RETENTION_DAYS = 90;

const FORGET_DELIVERIES = command('DELETE FROM delivery WHERE arrived_at < $1');

/** Rule 20.11. */
export async function forgetDeliveries({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await run(database.pool, FORGET_DELIVERIES, [before]);
}
