import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';

const KEPT_SINCE = statement<{ at: Date | null }>(
  { at: 'time?' },
  'SELECT max(before) AS at FROM price_change_dropped',
);

/** The moment from which price changes are kept, once years of them were dropped (ADR 72); null while all are. */
export async function readKeptSince(db: Queryable): Promise<Date | null> {
  return (await askOne(db, KEPT_SINCE)).at;
}
