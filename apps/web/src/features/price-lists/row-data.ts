import { isBlocked, type PriceListModel } from '@portal/list-view';
import { type RowEdit } from '@portal/rules';
import type { InputFault } from '../../editing/session/input-fault.ts';
import type { EditSession } from './edit-session.ts';

/** What the cells of a row need beside the stored columns. Undefined where the row is as stored. */
export type RowData = {
  readonly edit: RowEdit | undefined;
  readonly fault: InputFault | undefined;
  /** What was typed where the price is that rounded. */
  readonly rounded: string | undefined;
  readonly blocked: boolean;
  readonly marked: boolean;
};

/** Reads the state of a row out of the session. */
export function rowData(model: PriceListModel, session: EditSession, row: number): RowData {
  const pzn = model.columns.pzn[row] as string;
  return {
    edit: session.edits.get(pzn),
    fault: session.faults.get(pzn),
    rounded: session.rounded.get(pzn),
    blocked: isBlocked(model, row),
    marked: session.marked.has(pzn),
  };
}
