import {
  approvalEditIssue,
  isApprovalChanged,
  type RowEdit,
  selectAllApprovalExclusionApplies,
  selectAllApprovalPermanentApplies,
  withApprovalExclusion,
  withApprovalPermanent,
} from '@portal/rules';
import { type EditRules, put, type RowEdits, type TickColumn, tickCounter, tickRows } from '../edits.ts';
import { rowOfPzn } from '../price-list/model.ts';

import { type ApprovalModel, approvalInputsAt, approvalRowAt, isApprovalLocked } from './model.ts';

/** Rule 6.8. */
export type ApprovalEdits = {
  readonly edits: RowEdits;
  /** Includes rows back at their original: their draft is deleted. */
  readonly touched: ReadonlySet<string>;
};

export function putApprovalEdit(
  model: ApprovalModel,
  before: ApprovalEdits,
  row: number,
  edit: RowEdit,
): ApprovalEdits {
  return putApprovalEdits(model, before, [[row, edit]]);
}

export function putApprovalEdits(
  model: ApprovalModel,
  { edits, touched }: ApprovalEdits,
  changes: Iterable<readonly [row: number, edit: RowEdit]>,
): ApprovalEdits {
  const next = new Map(edits);
  const all = new Set(touched);
  for (const [row, edit] of changes) {
    put(RULES, model, next, row, edit);
    all.add(model.columns.pzn[row] as string);
  }
  return { edits: next, touched: all.size === touched.size ? touched : all };
}

const RULES: EditRules<ApprovalModel> = {
  inputs: approvalInputsAt,
  isChanged: (model, row, edit) => isApprovalChanged(approvalRowAt(model, row), edit),
  reaches(model, row, edit, column) {
    const context = { locked: isApprovalLocked(model, row) };
    return column === 'permanent'
      ? selectAllApprovalPermanentApplies(approvalRowAt(model, row), edit, context)
      : selectAllApprovalExclusionApplies(context);
  },
  tick(model, row, edit, column, ticked) {
    const tick = column === 'permanent' ? withApprovalPermanent : withApprovalExclusion;
    return tick(approvalRowAt(model, row), edit, ticked, { locked: false });
  },
};

/** Rule 6.9. */
export function selectAllApproval(
  model: ApprovalModel,
  before: ApprovalEdits,
  rows: Iterable<number>,
  column: TickColumn,
  ticked: boolean,
): ApprovalEdits {
  const { edits, touched } = tickRows(RULES, model, before.edits, rows, column, ticked);
  return { edits, touched: new Set([...before.touched, ...touched]) };
}

export function selectAllApprovalCounter(model: ApprovalModel, rows: Iterable<number>, column: TickColumn) {
  return tickCounter(RULES, model, rows, column);
}

/**
 * The user's touched rows over another state's drafts; gone, locked or invalid ones are dropped and named.
 * @param entered null: back at its original
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
    else put(RULES, model, edits, row, edit);
  }
  return { edits, touched, dropped };
}
