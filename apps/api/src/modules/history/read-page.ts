import { HISTORY_PAGE } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, type Columns, type RowFrom, type Statement, statement } from '../../db/statement.ts';

/** @param before the `next` of the page before */
export type PageQuery = {
  readonly productGroup?: ProductGroup | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

/**
 * By index: constant cost.
 * @param entries $1 is the pharmacy
 * @param used parameters they name
 */
export function pagesOf<const C extends Columns>(
  columns: C,
  { selected, where = 'true' }: { selected: string; where?: string },
  used: number,
): Statement<RowFrom<C>> {
  const [group, before, limit] = [used + 1, used + 2, used + 3];
  return statement(
    columns,
    `SELECT ${selected} FROM history_entry e
      WHERE e.apo_id = $1 AND ${where}
        AND ($${group}::text IS NULL OR e.product_type = $${group}) AND ($${before}::bigint IS NULL OR e.id < $${before})
      ORDER BY e.id DESC LIMIT $${limit}`,
  );
}

/**
 * Reads a page.
 * @param values of the parameters that the pages name
 * @returns `next` null after the oldest entry
 */
export async function readPage<Row extends { id: string }>(
  db: Queryable,
  pages: Statement<Row>,
  { values, query }: { values: readonly unknown[]; query: PageQuery },
): Promise<{ rows: Row[]; next: number | null }> {
  const { productGroup = null, before = null, limit = HISTORY_PAGE } = query;
  const found = await ask(db, pages, [...values, productGroup, before, limit + 1]);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? Number(rows.at(-1)?.id) : null };
}
