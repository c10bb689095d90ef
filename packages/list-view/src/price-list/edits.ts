import {
  editsDiffer,
  isChanged,
  originalEdit,
  resolveSave,
  type RowEdit,
  selectAllExclusionApplies,
  selectAllPermanentApplies,
  withExclusion,
  withPermanent,
} from '@portal/rules';
import { isBlocked, type PriceListModel, rowAt, rowOfPzn } from './model.ts';

/** The changed rows of a list by PZN; a row that is back at its original is not in it. */
export type RowEdits = ReadonlyMap<string, RowEdit>;

export const NO_EDITS: RowEdits = new Map();

/** What the inputs of a row hold. */
export function editAt(model: PriceListModel, edits: RowEdits, row: number): RowEdit {
  return edits.get(model.columns.pzn[row] as string) ?? originalEdit(rowAt(model, row));
}

/** The edits with one row's inputs replaced. */
export function putEdit(model: PriceListModel, edits: RowEdits, row: number, edit: RowEdit): RowEdits {
  return putEdits(model, edits, [[row, edit]]);
}

/** The edits with the inputs of many rows replaced. */
export function putEdits(
  model: PriceListModel,
  edits: RowEdits,
  changes: Iterable<readonly [row: number, edit: RowEdit]>,
): RowEdits {
  const next = new Map(edits);
  for (const [row, edit] of changes) put(model, next, row, edit);
  return next;
}

function put(model: PriceListModel, edits: Map<string, RowEdit>, row: number, edit: RowEdit): void {
  const pzn = model.columns.pzn[row] as string;
  if (isChanged(rowAt(model, row), edit)) edits.set(pzn, edit);
  else edits.delete(pzn);
}

export type TickColumn = 'permanent' | 'exclusion';

function selectAllApplies(model: PriceListModel, edit: RowEdit, row: number, column: TickColumn): boolean {
  const context = { blocked: isBlocked(model, row) };
  return column === 'permanent'
    ? selectAllPermanentApplies(edit, context)
    : selectAllExclusionApplies(rowAt(model, row), context);
}

/** Ticks or unticks a column on the given rows, skipping those 'select all' does not reach (rule 4.8). */
export function selectAll(
  model: PriceListModel,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
  ticked: boolean,
): RowEdits {
  const next = new Map(edits);
  for (const row of rows) {
    const edit = editAt(model, next, row);
    if (!selectAllApplies(model, edit, row, column)) continue;
    const context = { blocked: false };
    const tick = column === 'permanent' ? withPermanent : withExclusion;
    const after = tick(rowAt(model, row), edit, ticked, context);
    if (editsDiffer(edit, after)) put(model, next, row, after);
  }
  return next;
}

/** How many of the rows that 'select all' reaches there are, and how many of them are ticked. */
export function selectAllState(
  model: PriceListModel,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
): { readonly reachable: number; readonly ticked: number } {
  let reachable = 0;
  let ticked = 0;
  for (const row of rows) {
    const edit = editAt(model, edits, row);
    if (!selectAllApplies(model, edit, row, column)) continue;
    reachable++;
    if (edit[column]) ticked++;
  }
  return { reachable, ticked };
}

/**
 * Edits carried over to another state of the list: those of products that are gone or blocked meanwhile, or that no longer
 * make sense there, are dropped and named; those that the list already holds fall away.
 * @param context `staff` may turn exclusions back into calculated prices (rule 3.6)
 */
export function rebaseEdits(
  model: PriceListModel,
  edits: Iterable<readonly [string, RowEdit]>,
  { staff }: { readonly staff: boolean } = { staff: false },
): { readonly edits: RowEdits; readonly dropped: readonly string[] } {
  const kept = new Map<string, RowEdit>();
  const dropped: string[] = [];
  for (const [pzn, edit] of edits) {
    const row = rowOfPzn(model, pzn);
    const fits = row !== undefined && !isBlocked(model, row) && resolveSave(rowAt(model, row), edit, { staff }).ok;
    if (!fits) dropped.push(pzn);
    else put(model, kept, row, edit);
  }
  return { edits: kept, dropped };
}
