import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { DAY_MS, SEEN_DAYS, UNCONFIRMED_DAYS } from './periods.ts';

/** How long it can be seen which reminders were sent. */
const REMINDER_DAYS = 90;

/** Rule 15.2. */
export async function forgetAddresses({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await database.pool.query(
    'DELETE FROM notice_address WHERE confirmed_at IS NULL AND created_at <= $1 OR seen_at <= $2',
    [before(UNCONFIRMED_DAYS), before(SEEN_DAYS)],
  );
  await database.pool.query('DELETE FROM notice_link WHERE expires_at <= $1', [now]);
  await database.pool.query('DELETE FROM lzd_reminder WHERE sent_at <= $1', [before(REMINDER_DAYS)]);
}
