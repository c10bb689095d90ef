import type { Cents } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';

/** What was in force is what each change found. */
const LOWEST = statement<{ pzn: string; price: Cents | null }>(
  { pzn: 'text', price: 'int?' },
  `SELECT p.pzn, (SELECT ${centsSql('min(c.old_price)')} FROM price_change c
                   WHERE c.apo_id = $1 AND c.pzn = p.pzn AND c.list_version <= p.began_version
                     AND c.created_at > p.began_at - interval '30 days') AS price
     FROM price_period p WHERE p.apo_id = $1 AND p.state = 'running'
      AND EXISTS (SELECT FROM price_change b WHERE b.apo_id = $1 AND b.pzn = p.pzn AND b.list_version = p.began_version AND b.old_price > p.price)`,
);

/** The lowest price of the 30 days before each period that runs and lowered the price, by PZN (rule 17.10). */
export async function readLowestBefore(db: Queryable, apoId: number): Promise<Record<string, Cents>> {
  const rows = await ask(db, LOWEST, [apoId]);
  return Object.fromEntries(rows.flatMap(({ pzn, price }) => (price === null ? [] : [[pzn, price]])));
}
