import type { Queryable } from '../../db/database.ts';
import { askOne, type RowOf, statement } from '../../db/statement.ts';
import { FIXED } from '../price-writing/index.ts';

/** What a period concerns (rule 19.1). */
export function countFixedPrices(db: Queryable, apoId: number): Promise<RowOf<typeof FIXED_PRICES>> {
  return askOne(db, FIXED_PRICES, [apoId]);
}

const FIXED_PRICES = statement(
  { permanent: 'int', exclusions: 'int' },
  `SELECT count(*) FILTER (WHERE type = 3)::int AS permanent, count(*) FILTER (WHERE type = 1)::int AS exclusions
     FROM price_item i CROSS JOIN LATERAL (SELECT coalesce(i.base_type, i.price_type) AS type) t WHERE i.apo_id = $1 AND ${FIXED}`,
);
