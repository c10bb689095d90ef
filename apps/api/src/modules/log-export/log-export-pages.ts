import type { Queryable } from '../../db/database.ts';
import { LOG_CHANGE_KINDS, logChangeSql } from '../../db/log-changes.ts';
import { ask, statement } from '../../db/statement.ts';
import type { ExportRange } from './export-range.ts';
import type { LogExportRow } from './log-export-columns.ts';

const PAGE = 1000;

type Row = LogExportRow & { id: string };

/** Page by page: no transaction stays open for a slow reader. */
export async function* logExportPages(
  db: Queryable,
  { since, until }: ExportRange,
): AsyncGenerator<LogExportRow[], void> {
  let last: Pick<Row, 'at' | 'id'> = { at: since ?? new Date(0), id: '0' };
  for (;;) {
    const rows = await readPage(db, last, until);
    yield rows;
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) return;
    last = end;
  }
}

const CHANGES = statement<Row>(
  { ...LOG_CHANGE_KINDS, apoId: 'int', pharmacy: 'text', group: 'text' },
  `SELECT ${logChangeSql('c.apo_id')}, c.apo_id AS "apoId", coalesce(a.name, '') AS pharmacy, c.product_group AS "group"
     FROM price_change c LEFT JOIN product p USING (pzn) LEFT JOIN pharmacy a USING (apo_id)
    WHERE (c.created_at, c.id) > ($1, $2::bigint) AND c.created_at <= $3
    ORDER BY c.created_at, c.id LIMIT ${PAGE}`,
);

async function readPage(db: Queryable, after: Pick<Row, 'at' | 'id'>, until: Date): Promise<Row[]> {
  return ask(db, CHANGES, [after.at, after.id, until]);
}
