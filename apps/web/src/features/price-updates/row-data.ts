import type { ApprovalModel } from '@portal/list-view';
import type { RowEdit } from '@portal/rules';
import type { InputFault } from '../../editing/session/input-fault.ts';
import type { UpdateSession } from './update-session.ts';

/** What the cells of a row need beside the stored columns. */
export type RowData = {
  /** Undefined where the row is at its original. */
  readonly edit: RowEdit | undefined;
  readonly fault: InputFault | undefined;
  /** What was typed where the price is that rounded. */
  readonly rounded: string | undefined;
  readonly marked: boolean;
};

/** Reads the state of a row out of the session. */
export function rowData(model: ApprovalModel, session: UpdateSession, row: number): RowData {
  const pzn = model.columns.pzn[row] as string;
  return {
    edit: session.entered.edits.get(pzn),
    fault: session.faults.get(pzn),
    rounded: session.rounded.get(pzn),
    marked: session.marked.has(pzn),
  };
}
