import type { HistoryEntry } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { typed } from '../../db/statement.ts';
import { LOGGED, LOGGED_COLUMNS, readChangedArticles, withCounts } from './changed-articles.ts';
import { type PageQuery, pagesOf, readPage } from './read-page.ts';

const COLUMNS = {
  id: 'bigint',
  createdAt: 'time',
  productType: typed<HistoryEntry['productType']>('text?'),
  event: 'text',
  mdpimportId: 'int?',
  qdpimportId: 'int?',
  lzdimportId: 'int?',
  hasLog: 'bool',
  userName: 'text',
  ...LOGGED_COLUMNS,
} as const;

const SELECTED = `e.id, e.created_at AS "createdAt", e.product_type AS "productType", e.event,
  e.mdp_import_id AS "mdpimportId", e.qdp_import_id AS "qdpimportId", e.lzd_import_id AS "lzdimportId",
  e.has_log AS "hasLog", e.user_name AS "userName", ${LOGGED}`;

const PAGES = pagesOf(COLUMNS, { selected: SELECTED }, 1);

/** A page of a pharmacy's history, newest first (rule 11.3). */
export async function readHistory(
  db: Queryable,
  apoId: number,
  query: PageQuery,
): Promise<{ history: HistoryEntry[]; next: number | null }> {
  const { rows: page, next } = await readPage(db, PAGES, { values: [apoId], query });
  const rows = await withCounts(db, apoId, page);
  const articleOf = await readChangedArticles(db, apoId, rows);
  const history = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    createdAt: row.createdAt.toISOString(),
    article: articleOf(row.id),
  }));
  return { history, next };
}
