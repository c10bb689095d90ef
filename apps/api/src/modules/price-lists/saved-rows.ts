import { plainArray, pznArray } from '../../db/plain-array.ts';
import { rowsSql } from '../price-writing/index.ts';
import type { Resolved } from './validate-edits.ts';

/** The articles of a save, as SQL. */
export const SAVED_PZNS = '$9::text[]';

/** What a save makes of a list, as SQL for `writeLists`: price and type of each edited row; a product that is new is an exclusion. */
export const SAVED_ROWS = rowsSql({
  pzn: 'e.pzn',
  from: `unnest(${SAVED_PZNS}, $10::smallint[], $11::int[]) AS e(pzn, price_type, cents)
      LEFT JOIN price_item i ON i.apo_id = $1 AND i.product_group = $2 AND i.pzn = e.pzn AND i.pzn = ANY(${SAVED_PZNS})`,
  reason: '$12::text',
  after: { price_type: 'e.price_type', manual_price: 'e.cents / 100.0' },
});

/** The parameters of `SAVED_ROWS`. */
export function savedValues(
  rows: readonly Pick<Resolved, 'pzn' | 'priceType' | 'ownPrice'>[],
  reason?: string | null,
): unknown[] {
  return [
    pznArray(rows.map((row) => row.pzn)),
    plainArray(rows.map((row) => row.priceType)),
    plainArray(rows.map((row) => row.ownPrice)),
    reason || null,
  ];
}
