import { type Cents, lowestPrice } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, type RowOf, statement } from '../../db/statement.ts';
import { RECORDED_COLUMNS, RECORDED_PRICE, withTold } from '../price-lists/index.ts';

/** Also of changes from before the 30 days, which one within them may take back. */
const CHANGES = statement(
  { ...RECORDED_COLUMNS, formerPrice: 'int?' },
  `SELECT ${RECORDED_PRICE}, ${centsSql('c.old_price')} AS "formerPrice"
     FROM price_period p JOIN price_change c ON c.apo_id = p.apo_id AND c.pzn = p.pzn AND c.created_at > p.began_at - interval '90 days'
    WHERE p.apo_id = $1 AND p.state = 'running' ORDER BY c.pzn, c.id`,
);

/** The lowest price of the 30 days before each period that runs lowered the price, by PZN (rule 17.10). */
export async function readLowestBefore(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'listApoId'>,
  now: Date,
): Promise<Record<string, Cents>> {
  const changes = new Map<string, RowOf<typeof CHANGES>[]>();
  for (const change of await ask(db, CHANGES, [pharmacy.listApoId])) {
    const known = changes.get(change.pzn);
    if (known) known.push(change);
    else changes.set(change.pzn, [change]);
  }
  const histories = [...changes.values()];
  const told = await withTold(db, pharmacy, histories);
  const found: Record<string, Cents> = {};
  for (const [index, [oldest]] of histories.entries()) {
    if (!oldest) continue;
    const before = { since: new Date(0), price: oldest.formerPrice };
    const lowest = lowestPrice([before, ...(told[index] ?? [])], now);
    if (lowest?.isLower) found[oldest.pzn] = lowest.price;
  }
  return found;
}
