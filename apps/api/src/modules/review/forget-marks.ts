import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { command, run } from '../../db/statement.ts';

const RETENTION_DAYS = 730;

const FORGET_MARKS = command(`DELETE FROM review_mark m
      WHERE marked_at < $1
         OR EXISTS (SELECT FROM price_update u WHERE u.apo_id = m.apo_id AND u.id = m.update_id AND u.status < 0)
         OR (update_id = 0 AND NOT EXISTS (
              SELECT FROM price_item i
               WHERE i.apo_id = m.apo_id AND i.product_group = m.product_group AND i.pzn = m.pzn
                 AND ${EFFECTIVE_PRICE} IS NOT DISTINCT FROM m.price))`);

/** Rule 14.25: of deleted packages, outdated prices, and all after two years. */
export async function forgetMarks({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 3_600_000);
  const rowCount = await run(database.pool, FORGET_MARKS, [before]);
  return rowCount ?? 0;
}
