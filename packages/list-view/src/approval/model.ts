import {
  approvalEditOnLoad,
  approvalPrice,
  type ApprovalRow,
  type Cents,
  deviationPercent,
  isApprovalChanged,
  originalApprovalEdit,
  PRICE_TYPE,
  type PriceState,
  type PriceType,
  resolveApproval,
  type RowEdit,
  type UpdateKind,
} from '@portal/rules';
import type { RowEdits } from '../edits.ts';
import type { Ranks, TextPreparation } from '../price-list/model.ts';
import type { ApprovalReference, UpdateColumns } from './columns.ts';

export type NamedRule = { readonly id: number; readonly name: string };

export type ApprovalModel = {
  readonly kind: UpdateKind;
  readonly editable: boolean;
  readonly approved: boolean;
  /** Whose drafts it may hold. */
  readonly rules: readonly NamedRule[];
  readonly columns: UpdateColumns;
  readonly count: number;
  readonly prepared: TextPreparation & { readonly ranks: Map<string, Ranks> };
};

export function buildApprovalModel(
  kind: UpdateKind,
  columns: UpdateColumns,
  state: { readonly editable: boolean; readonly approved: boolean; readonly rules?: readonly NamedRule[] },
): ApprovalModel {
  return {
    kind,
    rules: [],
    ...state,
    columns,
    count: columns.pzn.length,
    prepared: { ranks: new Map(), texts: new Map() },
  };
}

export function approvalRowAt({ columns }: ApprovalModel, row: number): ApprovalRow {
  return {
    priceType: columns.priceType[row] ?? PRICE_TYPE.calculated,
    calculatedPrice: columns.calculatedPrice[row] ?? null,
  };
}

export function isApprovalLocked(model: ApprovalModel, row: number): boolean {
  return !model.editable || isSettled(model, row);
}

/** Rule 6.31. */
export function isInPart({ columns }: ApprovalModel, row: number): boolean {
  return (columns.part[row] ?? null) !== null;
}

/** Rules 6.6 and 6.31. */
export function isSettled(model: ApprovalModel, row: number): boolean {
  return model.columns.inactive[row] === true || isInPart(model, row);
}

export function approvalInputsAt(model: ApprovalModel, edits: RowEdits, row: number): RowEdit {
  return edits.get(model.columns.pzn[row] as string) ?? originalApprovalEdit(approvalRowAt(model, row));
}

/** Rule 6.7. An approved row shows the type it got. */
export function approvalEditsOnLoad(model: ApprovalModel): RowEdits {
  const { pzn, draftOwnPrice, draftPermanent, draftExclusion } = model.columns;
  const edits = new Map<string, RowEdit>();
  for (let row = 0; row < model.count; row++) {
    const draft = {
      ownPrice: draftOwnPrice[row] ?? null,
      permanent: draftPermanent[row] ?? null,
      exclusion: draftExclusion[row] ?? null,
    };
    if (draft.ownPrice === null && draft.permanent === null && draft.exclusion === null) continue;
    const stored = approvalRowAt(model, row);
    const edit = approvalEditOnLoad(stored, draft);
    if (model.approved || isApprovalChanged(stored, edit)) edits.set(pzn[row] as string, edit);
  }
  return edits;
}

export function approvalTypeAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): PriceType {
  const { priceType } = approvalRowAt(model, row);
  if (model.approved || edit === undefined) return priceType;
  if (edit.exclusion) return PRICE_TYPE.exclusion;
  if (edit.ownPrice === null) return edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.calculated;
  return edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.own;
}

export function approvalStateBefore(model: ApprovalModel, row: number): PriceState {
  const { columns } = model;
  return {
    priceType: approvalRowAt(model, row).priceType,
    calculatedPrice: columns.formerCalculatedPrice[row] ?? null,
    ownPrice: columns.ownPrice[row] ?? null,
  };
}

/** An invalid edit counts as none. */
export function approvalOutcomeAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): PriceState {
  const { priceType, calculatedPrice } = approvalRowAt(model, row);
  const listRow = { priceType, calculatedPrice, ownPrice: model.columns.ownPrice[row] ?? null };
  if (model.approved || isInPart(model, row)) return listRow;
  const input = { calculatedPrice, listRow, kind: model.kind, resetChoice: null };
  const result = resolveApproval({ ...input, edit: edit ?? null });
  // The row beneath a period comes back, which the browser does not know (rule 17.4).
  if (
    result.ok &&
    result.priceType === PRICE_TYPE.calculated &&
    priceType === PRICE_TYPE.permanent &&
    model.columns.validTo[row]
  )
    return { priceType: PRICE_TYPE.calculated, calculatedPrice: null, ownPrice: null };
  const outcome = result.ok ? result : resolveApproval({ ...input, edit: null });
  if (!outcome.ok) return listRow;
  return { priceType: outcome.priceType, calculatedPrice: outcome.calculatedPrice, ownPrice: outcome.ownPrice };
}

/** Rule 3.10. */
export function approvalPriceAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): Cents | null {
  const stored = approvalRowAt(model, row);
  return approvalPrice(stored, edit ?? originalApprovalEdit(stored));
}

/** Percent, unrounded; null: unknown, or of an exclusion, which has no new price. */
export function approvalDifferenceAt(
  model: ApprovalModel,
  row: number,
  reference: ApprovalReference,
  edit: RowEdit | undefined,
): number | null {
  if (approvalTypeAt(model, row, edit) === PRICE_TYPE.exclusion) return null;
  return deviationPercent(approvalPriceAt(model, row, edit), model.columns[reference][row]);
}
