import sql, { type Sql } from 'sql-template-tag';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { layerOf } from '../../db/price-columns.ts';
import { rowsSql, type StoredChange } from '../price-writing/index.ts';
import type { Resolved } from './validate-edits.ts';

type SavedRow = Pick<Resolved, 'pzn' | 'priceType' | 'ownPrice' | 'period' | 'begins'> & {
  /** Of a period that is resumed: the list version at which it began. */
  since?: string | null;
};

/** The articles of a save, as SQL. */
export function savedPzns(rows: readonly Pick<SavedRow, 'pzn'>[]): Sql {
  return sql`${textArray(rows.map((row) => row.pzn))}::text[]`;
}

/** Whether the rows begin and resume no period. */
export const keepPeriods = (rows: readonly SavedRow[]) =>
  rows.every(({ period, begins, since }) => !period && !begins && !since);

/** Type and price are those of the row beneath a period (rule 17.3). */
export function savedRows(
  { apoId, group, version, layered }: StoredChange,
  rows: readonly SavedRow[],
  reason?: string | null,
): Sql {
  const pzns = savedPzns(rows);
  const types = plainArray(rows.map((row) => row.priceType));
  const prices = plainArray(rows.map((row) => row.ownPrice));
  const saved = layered
    ? sql`unnest(${pzns}, ${types}::smallint[], ${prices}::int[], ${plainArray(rows.map((row) => row.period?.price ?? null))}::int[],
             ${textArray(rows.map((row) => row.period?.until ?? null))}::date[], ${plainArray(rows.map((row) => row.begins))}::boolean[],
             ${textArray(rows.map((row) => row.since ?? null))}::bigint[]) AS e(pzn, price_type, cents, period_cents, period_end, begins, since)
      CROSS JOIN (SELECT ${version}::bigint AS version) now`
    : sql`unnest(${pzns}, ${types}::smallint[], ${prices}::int[]) AS e(pzn, price_type, cents)`;
  return rowsSql({
    pzn: sql`e.pzn`,
    from: sql`${saved}
      LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = e.pzn AND i.pzn = ANY(${pzns})`,
    reason: sql`${reason || null}::text`,
    after: { price_type: sql`e.price_type`, manual_price: sql`e.cents / 100.0` },
    layer: {
      price: sql`e.period_cents / 100.0`,
      end: sql`e.period_end`,
      since: sql`CASE WHEN e.begins THEN now.version ELSE coalesce(e.since, ${layerOf('i').since}) END`,
    },
    layered,
  });
}
