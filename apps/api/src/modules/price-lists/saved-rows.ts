import sql, { type Sql } from 'sql-template-tag';
import { plainArray, pznArray } from '../../db/plain-array.ts';
import { rowsSql, type Target } from '../price-writing/index.ts';
import type { Resolved } from './validate-edits.ts';

type SavedRow = Pick<Resolved, 'pzn' | 'priceType' | 'ownPrice'>;

/** The articles of a save, as SQL. */
export function savedPzns(rows: readonly Pick<SavedRow, 'pzn'>[]): Sql {
  return sql`${pznArray(rows.map((row) => row.pzn))}::text[]`;
}

export function savedRows({ apoId, group }: Target, rows: readonly SavedRow[], reason?: string | null): Sql {
  const pzns = savedPzns(rows);
  const types = plainArray(rows.map((row) => row.priceType));
  const prices = plainArray(rows.map((row) => row.ownPrice));
  return rowsSql({
    pzn: 'e.pzn',
    from: sql`unnest(${pzns}, ${types}::smallint[], ${prices}::int[]) AS e(pzn, price_type, cents)
      LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = e.pzn AND i.pzn = ANY(${pzns})`,
    reason: sql`${reason || null}::text`,
    after: { price_type: 'e.price_type', manual_price: 'e.cents / 100.0' },
  });
}
