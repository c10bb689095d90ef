import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';

const RETAINED_SINCE = statement({ at: 'time?' }, 'SELECT max(before) AS at FROM price_change_dropped');

/** ADR 72; null: all are retained. */
export async function readRetainedSince(db: Queryable): Promise<Date | null> {
  return (await askOne(db, RETAINED_SINCE)).at;
}
