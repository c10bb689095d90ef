import { type Cents, lowestPrice, type PriceSince } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';

type Change = { pzn: string; createdAt: Date; formerPrice: Cents | null; price: Cents | null; began: boolean };

const CHANGES = statement<Change>(
  { pzn: 'text', createdAt: 'time', formerPrice: 'int?', price: 'int?', began: 'bool' },
  `SELECT c.pzn, c.created_at AS "createdAt", ${centsSql('c.old_price')} AS "formerPrice", ${centsSql('c.new_price')} AS price,
          c.list_version = p.began_version AS began
     FROM price_period p JOIN price_change c ON c.apo_id = p.apo_id AND c.pzn = p.pzn AND c.created_at > p.began_at - interval '30 days'
    WHERE p.apo_id = $1 AND p.state = 'running' ORDER BY c.pzn, c.id`,
);

/** The lowest price of the 30 days before each period that runs and lowered the price, by PZN (rule 17.10). */
export async function readLowestBefore(db: Queryable, apoId: number, now: Date): Promise<Record<string, Cents>> {
  const histories = new Map<string, { prices: PriceSince[]; began: number | undefined }>();
  for (const { pzn, createdAt, formerPrice, price, began } of await ask(db, CHANGES, [apoId])) {
    const known = histories.get(pzn) ?? { prices: [{ since: new Date(0), price: formerPrice }], began: undefined };
    if (began) known.began = known.prices.length;
    known.prices.push({ since: createdAt, price });
    histories.set(pzn, known);
  }
  const lowest = [...histories].map(([pzn, { prices, began }]) => [pzn, lowestPrice(prices, began, now)] as const);
  return Object.fromEntries(lowest.flatMap(([pzn, found]) => (found?.isLower ? [[pzn, found.price]] : [])));
}
