import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { DAY_MS, SEEN_DAYS, UNCONFIRMED_DAYS } from './periods.ts';
import { command, run } from '../../db/statement.ts';

/** How long it can be seen which reminders were sent. */
const REMINDER_DAYS = 90;

const FORGET_ADDRESSES = command(
  'DELETE FROM notice_address WHERE confirmed_at IS NULL AND created_at <= $1 OR seen_at <= $2',
);

const FORGET_LINKS = command('DELETE FROM notice_link WHERE expires_at <= $1');

const FORGET_REMINDERS = command('DELETE FROM lzd_reminder WHERE sent_at <= $1');

/** Rule 15.2. */
export async function forgetAddresses({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await run(database.pool, FORGET_ADDRESSES, [before(UNCONFIRMED_DAYS), before(SEEN_DAYS)]);
  await run(database.pool, FORGET_LINKS, [now]);
  await run(database.pool, FORGET_REMINDERS, [before(REMINDER_DAYS)]);
}
