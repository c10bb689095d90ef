import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { type HistoryReader, IS_SAVE, MAY_HAVE_LOG, MAY_SEE_ENTRY, readerValues } from '../history-writing/index.ts';
import { UNDO_TEXT } from './undo-texts.ts';

export type Save = { readonly id: number; readonly group: ProductGroup; readonly at: Date };

const ENTRY = statement(
  { productGroup: typed<ProductGroup | null>('text?'), createdAt: 'time', isSave: 'bool', isWithheld: 'bool' },
  `SELECT e.product_type AS "productGroup", e.created_at AS "createdAt", ${IS_SAVE} AS "isSave",
          e.has_log AND NOT ${MAY_HAVE_LOG} AS "isWithheld"
     FROM history_entry e WHERE e.apo_id = $1 AND e.id = $4 AND ${MAY_SEE_ENTRY}`,
);

/**
 * Rule 11.9.
 * @throws PortalError 404, 409
 */
export async function findSave(db: Queryable, apoId: number, id: number, reader: HistoryReader): Promise<Save> {
  const [entry] = await ask(db, ENTRY, [...readerValues(apoId, reader), id]);
  if (!entry || entry.isWithheld) throw notFound();
  if (!entry.isSave || entry.productGroup === null) throw wrongState(UNDO_TEXT.noSave);
  return { id, group: entry.productGroup, at: entry.createdAt };
}
