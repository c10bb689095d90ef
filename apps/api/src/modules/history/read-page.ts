import { HISTORY_PAGE } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, type ColumnsOf, composed } from '../../db/statement.ts';

/** @param before the `next` of the page before */
export type PageQuery = {
  readonly productGroup?: ProductGroup | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

/**
 * A page of entries, newest first. It costs the same however long the history is: the next page begins where this one ends, by
 * index.
 * @param entries what is selected of an entry, which is called `e`; the first of its values is the pharmacy. `where`: of which entries
 * @returns `next` null after the oldest entry
 */
export async function readPage<Row extends { id: string }>(
  db: Queryable,
  entries: { columns: ColumnsOf<Row>; selected: string; where?: string; values: readonly unknown[] },
  { productGroup, before, limit = HISTORY_PAGE }: PageQuery,
): Promise<{ rows: Row[]; next: number | null }> {
  const values = [...entries.values];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const also = (condition: string, value: unknown) =>
    value === undefined ? '' : ` AND ${condition} ${parameter(value)}`;
  const page = composed(
    entries.columns,
    `SELECT ${entries.selected} FROM history_entry e
      WHERE e.apo_id = $1${entries.where ? ` AND ${entries.where}` : ''}${also('e.product_type =', productGroup)}${also('e.id <', before)}
      ORDER BY e.id DESC LIMIT ${parameter(limit + 1)}`,
  );
  const found = await ask(db, page, values);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? Number(rows.at(-1)?.id) : null };
}
