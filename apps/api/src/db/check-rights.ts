import type { Logger } from 'pino';
import type { Queryable } from './database.ts';

/**
 * Warns when the server's login could alter the history, as the owner of the tables can: the portal works all the same, yet
 * the history is then kept by its triggers alone (docs/adr/0010).
 * @returns whether it could
 */
export async function warnOfTooManyRights(db: Queryable, logger: Pick<Logger, 'warn'>): Promise<boolean> {
  const { rows } = await db.query<{ user: string; may: boolean }>(
    `SELECT current_user AS user, bool_or(has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE')) AS may
       FROM unnest(ARRAY['history_entry', 'price_change']) name`,
  );
  const { user, may } = rows[0] as { user: string; may: boolean };
  if (may) logger.warn({ user }, 'this database login could alter the history; use a member of portal_app');
  return may;
}
