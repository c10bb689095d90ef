import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

/**
 * Articles whose price in force is another than before the first of `entries`, one row each (rule 22.2): `entries` has `place`,
 * `apo_id`, `product_group`, `pzn`, `id`, `old_price`, `created_at`. An article that moved is left to the group it is in now.
 */
export function lackedSql(entries: string, apoId = 'entry.apo_id'): string {
  return `SELECT entry.place, entry.product_group, entry.pzn, entry.created_at
     FROM (SELECT DISTINCT ON (place, apo_id, product_group, pzn) * FROM ${entries} ORDER BY place, apo_id, product_group, pzn, id) entry
     LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = entry.pzn
    WHERE coalesce(i.product_group, entry.product_group) = entry.product_group
      AND ${EFFECTIVE_PRICE} IS DISTINCT FROM entry.old_price`;
}
