import type { Queryable } from '../../db/database.ts';
import { logNotesOfChange, PRICE_AFTER, PRICE_BEFORE } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import type { ExportRange } from './export-range.ts';
import type { LogExportRow } from './log-export-columns.ts';

const PAGE = 5000;

type Row = LogExportRow & { id: string };

/**
 * The rows of an export in the order of the changes, page by page: millions of them never lie in memory, and no transaction stays open
 * for a slow reader.
 */
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
  {
    id: 'bigint',
    pzn: 'text',
    product: 'text',
    formerPrice: 'int?',
    effectivePrice: 'int?',
    formerType: 'int?',
    priceType: 'int?',
    userName: 'text',
    at: 'time',
    apoId: 'int',
    pharmacy: 'text',
    group: 'text',
    reason: 'text?',
    reviewedBy: 'text?',
  },
  `SELECT c.id, c.pzn, coalesce(p.name, '') AS product, ${PRICE_BEFORE}, ${PRICE_AFTER},
          c.user_name AS "userName", c.created_at AS at, c.apo_id AS "apoId", coalesce(a.name, '') AS pharmacy,
          c.product_group AS "group", ${logNotesOfChange('c.apo_id')}
     FROM price_change c LEFT JOIN product p USING (pzn) LEFT JOIN pharmacy a USING (apo_id)
    WHERE (c.created_at, c.id) > ($1, $2::bigint) AND c.created_at <= $3
    ORDER BY c.created_at, c.id LIMIT ${PAGE}`,
);

async function readPage(db: Queryable, after: Pick<Row, 'at' | 'id'>, until: Date): Promise<Row[]> {
  return ask(db, CHANGES, [after.at, after.id, until]);
}
