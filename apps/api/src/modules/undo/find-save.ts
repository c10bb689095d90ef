import type { ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { IS_SAVE } from '../history-writing/index.ts';
import { UNDO_TEXT } from './undo-texts.ts';

/** An entry of the history that is a save of one list. */
export type Save = { readonly id: number; readonly group: ProductGroup; readonly at: Date };

const ENTRY = statement<{ productGroup: ProductGroup | null; createdAt: Date; isSave: boolean }>(
  { productGroup: 'text?', createdAt: 'time', isSave: 'bool' },
  `SELECT e.product_type AS "productGroup", e.created_at AS "createdAt", ${IS_SAVE} AS "isSave"
     FROM history_entry e WHERE e.apo_id = $1 AND e.id = $2`,
);

/**
 * The save behind an entry of a pharmacy's history.
 * @throws PortalError 404 when the pharmacy has no such entry, 409 when it is no save, e.g. an approval
 */
export async function findSave(db: Queryable, apoId: number, id: number): Promise<Save> {
  const [entry] = await ask(db, ENTRY, [apoId, id]);
  if (!entry) throw notFound();
  if (!entry.isSave || entry.productGroup === null) throw wrongState(UNDO_TEXT.noSave);
  return { id, group: entry.productGroup, at: entry.createdAt };
}
