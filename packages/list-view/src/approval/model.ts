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

/** An update package prepared for fast sorting, filtering and searching; rows are addressed by their index. */
export type ApprovalModel = {
  readonly kind: UpdateKind;
  /** Status 0 and editable by the viewer: inputs take something in. */
  readonly editable: boolean;
  /** Status above 0: rows show what they became. */
  readonly approved: boolean;
  readonly columns: UpdateColumns;
  readonly count: number;
  /** @internal */
  readonly prepared: TextPreparation & { readonly ranks: Map<string, Ranks> };
};

/** Wraps the columns of a package; costs nothing until something is asked for. */
export function buildApprovalModel(
  kind: UpdateKind,
  columns: UpdateColumns,
  state: { readonly editable: boolean; readonly approved: boolean },
): ApprovalModel {
  return { kind, ...state, columns, count: columns.pzn.length, prepared: { ranks: new Map(), texts: new Map() } };
}

/** What the row rules need to know of a row. */
export function approvalRowAt({ columns }: ApprovalModel, row: number): ApprovalRow {
  return {
    priceType: columns.priceType[row] ?? PRICE_TYPE.calculated,
    calculatedPrice: columns.calculatedPrice[row] ?? null,
  };
}

/** True for a row whose inputs are locked: the list is not open, or the row is inactive (rule 6.6). */
export function isApprovalLocked({ editable, columns }: ApprovalModel, row: number): boolean {
  return !editable || columns.inactive[row] === true;
}

/** What the inputs of a row hold. */
export function approvalInputsAt(model: ApprovalModel, edits: RowEdits, row: number): RowEdit {
  return edits.get(model.columns.pzn[row] as string) ?? originalApprovalEdit(approvalRowAt(model, row));
}

/**
 * The stored drafts of a package: the rows that differ from their original when it is opened (rule 6.7). Of an approved
 * one every stored draft is somebody's: its rows show the type they got, which an exclusion no longer differs from.
 */
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

/** The type a row shows: what it got once approved, what its inputs say while it is open (rule 6.7). */
export function approvalTypeAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): PriceType {
  const { priceType } = approvalRowAt(model, row);
  if (model.approved || edit === undefined) return priceType;
  if (edit.exclusion) return PRICE_TYPE.exclusion;
  if (edit.ownPrice === null) return edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.calculated;
  return edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.own;
}

/** The state of a row today, as far as the package knows it. */
export function approvalStateBefore(model: ApprovalModel, row: number): PriceState {
  const { columns } = model;
  return {
    priceType: approvalRowAt(model, row).priceType,
    calculatedPrice: columns.formerCalculatedPrice[row] ?? null,
    ownPrice: columns.ownPrice[row] ?? null,
  };
}

/**
 * What approving makes of a row, or has made of it. An edit that does not fit its row, as one whose price is still to be typed, counts as none; a row that cannot
 * be approved without one stays as it is.
 */
export function approvalOutcomeAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): PriceState {
  const { priceType, calculatedPrice } = approvalRowAt(model, row);
  const listRow = { priceType, calculatedPrice, ownPrice: model.columns.ownPrice[row] ?? null };
  if (model.approved) return listRow;
  const input = { calculatedPrice, listRow, kind: model.kind, resetChoice: null };
  const result = resolveApproval({ ...input, edit: edit ?? null });
  const outcome = result.ok ? result : resolveApproval({ ...input, edit: null });
  if (!outcome.ok) return listRow;
  return { priceType: outcome.priceType, calculatedPrice: outcome.calculatedPrice, ownPrice: outcome.ownPrice };
}

/** The price deviations are computed of: the edited one, else the calculated one (rule 3.10). */
export function approvalPriceAt(model: ApprovalModel, row: number, edit: RowEdit | undefined): Cents | null {
  const stored = approvalRowAt(model, row);
  return approvalPrice(stored, edit ?? originalApprovalEdit(stored));
}

/** Deviation of a row from one of its references in percent, unrounded; null without price or reference. */
export function approvalDifferenceAt(
  model: ApprovalModel,
  row: number,
  reference: ApprovalReference,
  edit: RowEdit | undefined,
): number | null {
  return deviationPercent(approvalPriceAt(model, row, edit), model.columns[reference][row]);
}
