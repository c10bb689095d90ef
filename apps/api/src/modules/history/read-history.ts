import { HISTORY_PAGE, type HistoryEntry } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, type ColumnsOf, composed } from '../../db/statement.ts';

type Row = Omit<HistoryEntry, 'id' | 'createdAt'> & { id: string; createdAt: Date };

const COLUMNS: ColumnsOf<Row> = {
  id: 'bigint',
  createdAt: 'time',
  productType: 'text?',
  event: 'text',
  mdpimportId: 'int?',
  qdpimportId: 'int?',
  lzdimportId: 'int?',
  hasLog: 'bool',
  userName: 'text',
};

/**
 * A page of a pharmacy's history, newest first (rule 11.3). It costs the same however long the history
 * is: the next page begins where this one ends, by index.
 * @param before the `next` of the page before
 * @returns `next` null after the oldest entry
 */
export async function readHistory(
  db: Queryable,
  apoId: number,
  {
    productGroup,
    before,
    limit = HISTORY_PAGE,
  }: { productGroup?: ProductGroup | undefined; before?: number | undefined; limit?: number | undefined },
): Promise<{ history: HistoryEntry[]; next: number | null }> {
  const values: (number | string)[] = [apoId, limit + 1];
  const also = (condition: string, value: number | string | undefined) => {
    if (value === undefined) return '';
    values.push(value);
    return ` AND ${condition} $${values.length}`;
  };
  const page = composed(
    COLUMNS,
    `SELECT id, created_at AS "createdAt", product_type AS "productType", event, mdp_import_id AS "mdpimportId",
            qdp_import_id AS "qdpimportId", lzd_import_id AS "lzdimportId", has_log AS "hasLog", user_name AS "userName"
       FROM history_entry WHERE apo_id = $1${also('product_type =', productGroup)}${also('id <', before)}
      ORDER BY id DESC LIMIT $2`,
  );
  const rows = await ask(db, page, values);
  const history = rows.slice(0, limit).map((row) => ({
    ...row,
    id: Number(row.id),
    createdAt: row.createdAt.toISOString(),
  }));
  return { history, next: rows.length > limit ? (history.at(-1)?.id ?? null) : null };
}
