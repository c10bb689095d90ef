import {
  approvalEditIssue,
  editsDiffer,
  isApprovalChanged,
  type RowEdit,
  selectAllApprovalExclusionApplies,
  selectAllApprovalPermanentApplies,
  withApprovalExclusion,
  withApprovalPermanent,
} from '@portal/rules';
import { rowOfPzn } from '../price-list/model.ts';
import type { RowEdits, TickColumn } from '../price-list/edits.ts';
import { type ApprovalModel, approvalInputsAt, approvalRowAt, isApprovalLocked } from './model.ts';

/** The edits of a package, and which rows somebody has touched since it was opened (rule 6.8). */
export type ApprovalEdits = {
  /** Rows that differ from their original, by PZN. */
  readonly edits: RowEdits;
  /** Touched rows, by PZN; a row that is back at its original stays touched, so that its draft goes. */
  readonly touched: ReadonlySet<string>;
};

/** The edits with one row's inputs replaced; the row is touched. */
export function putApprovalEdit(
  model: ApprovalModel,
  { edits, touched }: ApprovalEdits,
  row: number,
  edit: RowEdit,
): ApprovalEdits {
  const next = new Map(edits);
  put(model, next, row, edit);
  const pzn = model.columns.pzn[row] as string;
  return { edits: next, touched: touched.has(pzn) ? touched : new Set(touched).add(pzn) };
}

function put(model: ApprovalModel, edits: Map<string, RowEdit>, row: number, edit: RowEdit): void {
  const pzn = model.columns.pzn[row] as string;
  if (isApprovalChanged(approvalRowAt(model, row), edit)) edits.set(pzn, edit);
  else edits.delete(pzn);
}

function reaches(model: ApprovalModel, edit: RowEdit, row: number, column: TickColumn): boolean {
  const context = { locked: isApprovalLocked(model, row) };
  return column === 'permanent'
    ? selectAllApprovalPermanentApplies(approvalRowAt(model, row), edit, context)
    : selectAllApprovalExclusionApplies(context);
}

/** Ticks or unticks a column on the given rows, skipping those 'select all' does not reach (rule 6.9). */
export function selectAllApproval(
  model: ApprovalModel,
  before: ApprovalEdits,
  rows: Iterable<number>,
  column: TickColumn,
  ticked: boolean,
): ApprovalEdits {
  const edits = new Map(before.edits);
  const touched = new Set(before.touched);
  for (const row of rows) {
    const edit = approvalInputsAt(model, edits, row);
    if (!reaches(model, edit, row, column)) continue;
    const tick = column === 'permanent' ? withApprovalPermanent : withApprovalExclusion;
    const after = tick(approvalRowAt(model, row), edit, ticked, { locked: false });
    if (!editsDiffer(edit, after)) continue;
    put(model, edits, row, after);
    touched.add(model.columns.pzn[row] as string);
  }
  return { edits, touched };
}

/** How many of the rows that 'select all' reaches there are, and how many of them are ticked. */
export function selectAllApprovalState(
  model: ApprovalModel,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
): { readonly reachable: number; readonly ticked: number } {
  let reachable = 0;
  let ticked = 0;
  for (const row of rows) {
    const edit = approvalInputsAt(model, edits, row);
    if (!reaches(model, edit, row, column)) continue;
    reachable++;
    if (edit[column]) ticked++;
  }
  return { reachable, ticked };
}

/**
 * What the user entered, put on another state of the package: its stored drafts with his touched rows over them. Rows that
 * are gone or locked meanwhile, or whose edit no longer makes sense, are dropped and named.
 * @param stored the drafts of that state, see `approvalEditsOnLoad`
 * @param entered touched rows; null for one that went back to its original
 */
export function rebaseApprovalEdits(
  model: ApprovalModel,
  stored: RowEdits,
  entered: Iterable<readonly [pzn: string, edit: RowEdit | null]>,
): ApprovalEdits & { readonly dropped: readonly string[] } {
  const edits = new Map(stored);
  const touched = new Set<string>();
  const dropped: string[] = [];
  for (const [pzn, edit] of entered) {
    const row = rowOfPzn(model, pzn);
    const fits =
      row !== undefined &&
      !isApprovalLocked(model, row) &&
      (edit === null || approvalEditIssue(approvalRowAt(model, row), edit) === undefined);
    if (!fits) {
      dropped.push(pzn);
      continue;
    }
    touched.add(pzn);
    if (edit === null) edits.delete(pzn);
    else put(model, edits, row, edit);
  }
  return { edits, touched, dropped };
}
