import { type LogExportRow, logExportHead, logExportLine } from '@portal/list-view';
import type { Queryable } from '../../db/database.ts';
import type { ExportRange } from './export-range.ts';

const PAGE = 5000;

type Row = LogExportRow & { id: string };

/**
 * The lines of an export, page by page in the order of the changes: millions of them never lie in memory, and no
 * transaction stays open while somebody reads slowly.
 */
export async function* logExportLines(
  db: Queryable,
  { since, until }: ExportRange,
): AsyncGenerator<{ text: string; rows: number }, void> {
  let text = logExportHead();
  let last: Pick<Row, 'at' | 'id'> = { at: since ?? new Date(0), id: '0' };
  for (;;) {
    const rows = await readPage(db, last, until);
    for (const row of rows) text += logExportLine(row);
    yield { text, rows: rows.length };
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) return;
    last = end;
    text = '';
  }
}

async function readPage(db: Queryable, after: Pick<Row, 'at' | 'id'>, until: Date): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT c.id, c.pzn, coalesce(p.name, '') AS product, (c.old_price * 100)::int AS "oldPrice",
            (c.new_price * 100)::int AS "newPrice", c.old_type AS "oldType", c.new_type AS "newType",
            c.user_name AS "userName", c.created_at AS at, c.apo_id AS "apoId", coalesce(a.name, '') AS pharmacy,
            c.product_group AS "group"
       FROM price_change c LEFT JOIN product p USING (pzn) LEFT JOIN pharmacy a USING (apo_id)
      WHERE (c.created_at, c.id) > ($1, $2::bigint) AND c.created_at <= $3
      ORDER BY c.created_at, c.id LIMIT ${PAGE}`,
    [after.at, after.id, until],
  );
  return rows;
}
