import {
  isChanged,
  originalEdit,
  PRICE_TYPE,
  type PriceState,
  resolveSave,
  type RowEdit,
  selectAllExclusionApplies,
  selectAllPermanentApplies,
  withExclusion,
  withPermanent,
} from '@portal/rules';
import { type EditRules, put, type RowEdits, type TickColumn, tickCounter, tickRows } from '../edits.ts';
import { isBlocked, type PriceListModel, rowAt, rowOfPzn } from './model.ts';

/** Rule 4.19. */
export function editAt(model: PriceListModel, edits: RowEdits, row: number): RowEdit {
  return edits.get(model.columns.pzn[row] as string) ?? originalEdit(rowAt(model, row));
}

export function priceListOutcomeAt(model: PriceListModel, row: number, edit: RowEdit | undefined): PriceState {
  const stored = rowAt(model, row);
  // Customers are refused at the input.
  if (edit?.validFrom || edit?.beneath) return stored;
  const result = edit && resolveSave(stored, edit, { staff: true });
  if (!result?.ok) return stored;
  // The row beneath comes back, which the browser does not know (rule 17.4).
  if (stored.validTo && result.priceType === PRICE_TYPE.calculated)
    return { priceType: PRICE_TYPE.calculated, calculatedPrice: null, ownPrice: null };
  return { priceType: result.priceType, calculatedPrice: stored.calculatedPrice, ownPrice: result.ownPrice };
}

export function putEdit(model: PriceListModel, edits: RowEdits, row: number, edit: RowEdit): RowEdits {
  return putEdits(model, edits, [[row, edit]]);
}

export function putEdits(
  model: PriceListModel,
  edits: RowEdits,
  changes: Iterable<readonly [row: number, edit: RowEdit]>,
): RowEdits {
  const next = new Map(edits);
  for (const [row, edit] of changes) put(RULES, model, next, row, edit);
  return next;
}

const RULES: EditRules<PriceListModel> = {
  inputs: editAt,
  isChanged: (model, row, edit) => isChanged(rowAt(model, row), edit),
  reaches(model, row, edit, column) {
    const context = { blocked: isBlocked(model, row) };
    return column === 'permanent'
      ? selectAllPermanentApplies(edit, context)
      : selectAllExclusionApplies(rowAt(model, row), context);
  },
  tick(model, row, edit, column, ticked) {
    const tick = column === 'permanent' ? withPermanent : withExclusion;
    return tick(rowAt(model, row), edit, ticked, { blocked: false });
  },
};

/** Rule 4.8. */
export function selectAll(
  model: PriceListModel,
  edits: RowEdits,
  rows: Iterable<number>,
  column: TickColumn,
  ticked: boolean,
): RowEdits {
  return tickRows(RULES, model, edits, rows, column, ticked).edits;
}

export function selectAllCounter(model: PriceListModel, rows: Iterable<number>, column: TickColumn) {
  return tickCounter(RULES, model, rows, column);
}

/**
 * Edits that are gone, blocked or invalid are dropped and named.
 * @param context `staff` may turn exclusions back (rule 3.6)
 */
export function rebaseEdits(
  model: PriceListModel,
  edits: Iterable<readonly [string, RowEdit]>,
  { staff }: { readonly staff: boolean } = { staff: false },
): { readonly edits: RowEdits; readonly dropped: readonly string[] } {
  const surviving = new Map<string, RowEdit>();
  const dropped: string[] = [];
  for (const [pzn, edit] of edits) {
    const row = rowOfPzn(model, pzn);
    const fits = row !== undefined && !isBlocked(model, row) && resolveSave(rowAt(model, row), edit, { staff }).ok;
    if (!fits) dropped.push(pzn);
    else put(RULES, model, surviving, row, edit);
  }
  return { edits: surviving, dropped };
}
