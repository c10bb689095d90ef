import type { OwnHistoryEntry } from '@portal/contracts';
import { type ProductGroup, UPDATE_KINDS } from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { releasedSql } from '../../db/kinds-sql.ts';
import { typed } from '../../db/statement.ts';
import { IS_SAVE, MAY_HAVE_LOG, MAY_SEE_ENTRY, readerValues } from '../history-writing/index.ts';
import { withoutSuccessor } from '../price-updates/index.ts';
import { LOGGED, LOGGED_COLUMNS, readChangedArticles, withCounts } from './changed-articles.ts';
import { type PageQuery, pagesOf, readPage } from './read-page.ts';

const COLUMNS = {
  id: 'bigint',
  createdAt: 'time',
  productGroup: typed<ProductGroup | null>('text?'),
  event: 'text',
  userName: 'text',
  mdp: 'int?',
  qdp: 'int?',
  lzd: 'int?',
  opens: 'bool',
  ...LOGGED_COLUMNS,
  hasLog: 'bool',
  mayUndo: 'bool',
  undoneAt: 'time?',
  undoneBy: 'text?',
} as const;

/** Joined and named: several servers need both. */
const LAST_UNDO = (column: string) =>
  `(SELECT u.${column} FROM history_entry u WHERE u.apo_id = e.apo_id AND u.apo_id = $1 AND u.undoes = e.id ORDER BY u.id DESC LIMIT 1)`;

const OPENS = `EXISTS (SELECT FROM price_update u
  WHERE u.id = coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) AND u.apo_id = e.apo_id AND u.apo_id = $1
    AND u.rows_dropped_at IS NULL AND ($3::bool OR (u.status >= 0 AND (u.status > 0 OR ${releasedSql('u.')}))))`;

const SELECTED = `e.id, e.created_at AS "createdAt", e.product_type AS "productGroup", e.event, e.user_name AS "userName",
  e.mdp_import_id AS mdp, e.qdp_import_id AS qdp, e.lzd_import_id AS lzd, ${OPENS} AS opens,
  ${LOGGED},
  ${MAY_HAVE_LOG} AS "hasLog", ${IS_SAVE} AND ${MAY_HAVE_LOG} AS "mayUndo",
  ${LAST_UNDO('created_at')} AS "undoneAt", ${LAST_UNDO('user_name')} AS "undoneBy"`;

/** Its first three parameters are `readerValues`. */
const PAGES = pagesOf(COLUMNS, { selected: SELECTED, where: MAY_SEE_ENTRY }, 3);

/** Rule 11.8. */
export async function readOwnHistory(
  db: Queryable,
  { apoId, parentApoId, pilotAccess }: PharmacyContext,
  caller: Caller,
  query: PageQuery,
): Promise<{ entries: OwnHistoryEntry[]; next: number | null }> {
  const { rows: page, next } = await readPage(db, PAGES, { values: readerValues(apoId, caller), query });
  const rows = await withCounts(db, apoId, page);
  const articleOf = await readChangedArticles(db, apoId, rows);
  const mayWrite = parentApoId === null && pilotAccess;
  const entries = rows.map(({ mayUndo, undoneAt, undoneBy, mdp, qdp, lzd, opens, ...row }) => {
    const ids = { MDP: mdp, QDP: qdp, LZD: lzd };
    const kind = UPDATE_KINDS.find((each) => ids[each] !== null);
    return {
      ...row,
      id: Number(row.id),
      createdAt: row.createdAt.toISOString(),
      article: articleOf(row.id),
      event: caller.access.staff ? row.event : withoutSuccessor(row.event),
      update: kind ? { kind, id: ids[kind] as number, opens: opens && parentApoId === null } : null,
      mayUndo: mayUndo && mayWrite,
      undone: undoneAt && { createdAt: undoneAt.toISOString(), userName: undoneBy ?? '' },
    };
  });
  return { entries, next };
}
