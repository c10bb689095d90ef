import type { Logger } from 'pino';
import type { Queryable } from './database.ts';
import { askOne, statement } from './statement.ts';

const RIGHTS_TO_HISTORY = statement(
  { user: 'text', may: 'bool' },
  `SELECT current_user::text AS user, bool_or(has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE'))
            OR has_table_privilege('history_unproved', 'INSERT') AS may
       FROM unnest(ARRAY['history_entry', 'price_change', 'history_unproved']) name`,
);

/** The history is then protected by triggers alone (ADR 64). */
export async function warnOfTooManyRights(db: Queryable, logger: Pick<Logger, 'warn'>): Promise<boolean> {
  const { user, may } = await askOne(db, RIGHTS_TO_HISTORY);
  if (may) logger.warn({ user }, 'this database login could alter the history; use a member of portal_app');
  return may;
}
