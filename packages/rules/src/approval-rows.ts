import { type Cents, isAllowedPrice, priceIssue } from './money.ts';
import { editsDiffer, type RowEdit, type SaveIssue } from './price-list-edit.ts';
import { PACKAGE_KINDS, type ResetChoice, resetsList, type UpdateKind } from './package-kinds.ts';
import { PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** What the row rules of the approval screens need to know of a row. */
export type ApprovalRow = {
  /** the type the row starts from, see `approvalBaseType` */
  readonly priceType: PriceType;
  /** the new calculated price */
  readonly calculatedPrice: Cents | null;
};

/** `locked`: the list is not open, or the row is blocked or inactive. */
export type ApprovalContext = { readonly locked: boolean };

/** The stored draft of a row; null where a field was never touched. */
export type ApprovalDraft = {
  readonly ownPrice: Cents | null;
  readonly permanent: boolean | null;
  readonly exclusion: boolean | null;
};

/**
 * The type an approval row starts from: that of the list, 0 for products new to it, and 0 for every row of an LZD that
 * resets the list (rules 3.6, 3.7, 6.14, 6.15 and 6.16).
 */
export function approvalBaseType(
  kind: UpdateKind,
  listType: PriceType | null,
  resetChoice: ResetChoice | null,
): PriceType {
  if (resetsList({ kind, resetChoice })) return PRICE_TYPE.calculated;
  return listType ?? PRICE_TYPE.calculated;
}

/**
 * The inputs of an untouched row: no price, permanent and exclusion as the type says (rule 6.7, 'Row rules
 * on load'). Unlike on the price list, own and permanent prices are not prefilled.
 */
export function originalApprovalEdit({ priceType }: Pick<ApprovalRow, 'priceType'>): RowEdit {
  return {
    ownPrice: null,
    permanent: priceType === PRICE_TYPE.permanent,
    exclusion: priceType === PRICE_TYPE.exclusion,
  };
}

/** The inputs of a row on load: the draft where it holds a value, the original elsewhere. */
export function approvalEditOnLoad(row: Pick<ApprovalRow, 'priceType'>, draft: ApprovalDraft | null): RowEdit {
  const original = originalApprovalEdit(row);
  if (draft === null) return original;
  const exclusion = draft.exclusion ?? original.exclusion;
  return {
    ownPrice: draft.ownPrice,
    // an exclusion takes an original 'permanent' with it, an explicit one is for `approvalEditIssue` to refuse
    permanent: draft.permanent ?? (original.permanent && !exclusion),
    exclusion,
  };
}

/** Changed = price, permanent or exclusion differ from the original (rule 6.8). */
export function isApprovalChanged(row: Pick<ApprovalRow, 'priceType'>, edit: RowEdit): boolean {
  return editsDiffer(originalApprovalEdit(row), edit);
}

/** The price that deviations are computed of: the edited one if present, else the calculated (rule 3.10). */
export function approvalPrice(row: ApprovalRow, edit: RowEdit): Cents | null {
  return edit.ownPrice ?? row.calculatedPrice;
}

/** The price can be entered in an open list, in rows that are not blocked and not inactive. */
export function canEditApprovalPrice({ locked }: ApprovalContext): boolean {
  return !locked;
}

/** Permanent needs an edited price and no exclusion (rule 6.8). */
export function canTickApprovalPermanent(edit: RowEdit, { locked }: ApprovalContext): boolean {
  return !locked && edit.ownPrice !== null && !edit.exclusion;
}

/** The exclusion box is locked on an original exclusion without an entered price (rule 6.8). */
export function canTickApprovalExclusion(row: ApprovalRow, edit: RowEdit, { locked }: ApprovalContext): boolean {
  return !locked && !(row.priceType === PRICE_TYPE.exclusion && edit.ownPrice === null);
}

/**
 * Enters or, with null, clears the price. Clearing leaves permanent ticked only on a row that was permanent before, whose
 * stored price then stays; an original exclusion becomes one again, since leaving it needs a price.
 * @throws RangeError for a price that may not be stored
 */
export function withApprovalPrice(
  row: ApprovalRow,
  edit: RowEdit,
  ownPrice: Cents | null,
  context: ApprovalContext,
): RowEdit {
  if (!canEditApprovalPrice(context)) return edit;
  if (ownPrice !== null) {
    if (!isAllowedPrice(ownPrice)) throw new RangeError(`no price to enter: ${ownPrice} cents`);
    return { ...edit, ownPrice };
  }
  const original = originalApprovalEdit(row);
  return {
    ownPrice: null,
    permanent: edit.permanent && original.permanent,
    exclusion: edit.exclusion || original.exclusion,
  };
}

/** Ticks or unticks permanent; a locked box leaves the edit as it is. */
export function withApprovalPermanent(
  _row: ApprovalRow,
  edit: RowEdit,
  permanent: boolean,
  context: ApprovalContext,
): RowEdit {
  return canTickApprovalPermanent(edit, context) ? { ...edit, permanent } : edit;
}

/**
 * Ticks or unticks exclusion; ticking forces permanent off. Unticking without a price gives an originally permanent row its
 * tick back: its own box is locked then, and a slip must not cost the permanent price.
 */
export function withApprovalExclusion(
  row: ApprovalRow,
  edit: RowEdit,
  exclusion: boolean,
  context: ApprovalContext,
): RowEdit {
  if (!canTickApprovalExclusion(row, edit, context) || edit.exclusion === exclusion) return edit;
  if (exclusion) return { ...edit, exclusion, permanent: false };
  return { ...edit, exclusion, permanent: edit.ownPrice === null && originalApprovalEdit(row).permanent };
}

/** Rows that 'select all' of permanent reaches: an edited price, not originally excluded (rule 6.9). */
export function selectAllApprovalPermanentApplies(row: ApprovalRow, edit: RowEdit, context: ApprovalContext): boolean {
  return row.priceType !== PRICE_TYPE.exclusion && canTickApprovalPermanent(edit, context);
}

/** 'Select all' of exclusion reaches every listed row that is not locked (rule 6.9). */
export function selectAllApprovalExclusionApplies({ locked }: ApprovalContext): boolean {
  return !locked;
}

/**
 * The issue of an edit that comes over the wire for a draft or an approval, undefined when it may be stored. Drafts obey
 * the same rules as approvals, so that the clock can approve them.
 */
export function approvalEditIssue(row: ApprovalRow, edit: RowEdit): SaveIssue | undefined {
  if (edit.ownPrice !== null) {
    const issue = priceIssue(edit.ownPrice);
    if (issue !== undefined) return issue;
  }
  if (edit.permanent && edit.exclusion) return 'permanentWithExclusion';
  if (edit.ownPrice !== null || edit.exclusion) return undefined;
  if (edit.permanent) return row.priceType === PRICE_TYPE.permanent ? undefined : 'permanentWithoutPrice';
  if (row.priceType === PRICE_TYPE.exclusion) return 'exclusionNeedsPrice';
  return row.calculatedPrice === null ? 'withoutPrice' : undefined;
}

export type ApprovalResult = ({ readonly ok: true } & PriceState) | { readonly ok: false; readonly issue: SaveIssue };

export type ApprovalInput = {
  /** the new calculated price of the package */
  readonly calculatedPrice: Cents | null;
  /** null for an untouched row */
  readonly edit: RowEdit | null;
  /** the row of the list as it stands at approval; null for a product new to it */
  readonly listRow: PriceState | null;
  readonly kind: UpdateKind;
  readonly resetChoice: ResetChoice | null;
};

/**
 * What approving a package makes of one row; the new calculated price is stored under every type.
 * - Edited: a price gives 2, or 3 with permanent; an exclusion gives 1 and wins over a price.
 * - Unedited: an exclusion and a permanent price stay. An own price lasts until the next monthly update, and stays on QDP
 *   and on an LZD that updates.
 * - Permanent unticked without a price gives the calculated price.
 * - An edit that would leave the product without any price is an issue.
 * - An edit without a price never lifts an exclusion that another package made after the edit was saved.
 */
export function resolveApproval({ calculatedPrice, edit, listRow, kind, resetChoice }: ApprovalInput): ApprovalResult {
  const priceType = approvalBaseType(kind, listRow?.priceType ?? null, resetChoice);
  const base: PriceState = {
    priceType,
    calculatedPrice,
    ownPrice: keepsOwnPrice(priceType) ? (listRow?.ownPrice ?? null) : null,
  };
  if (edit === null || !isApprovalChanged(base, edit)) {
    const state = unedited(kind, base);
    const bare = state.priceType === PRICE_TYPE.calculated && calculatedPrice === null;
    return bare ? { ok: false, issue: 'withoutPrice' } : { ok: true, ...state };
  }
  const issue = approvalEditIssue(base, edit);
  if (issue === 'exclusionNeedsPrice') return { ok: true, ...base };
  if (issue !== undefined) return { ok: false, issue };
  if (edit.exclusion) return { ok: true, priceType: PRICE_TYPE.exclusion, calculatedPrice, ownPrice: null };
  if (edit.ownPrice === null) return { ok: true, priceType: PRICE_TYPE.calculated, calculatedPrice, ownPrice: null };
  const type = edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.own;
  return { ok: true, priceType: type, calculatedPrice, ownPrice: edit.ownPrice };
}

function keepsOwnPrice(type: PriceType): boolean {
  return type === PRICE_TYPE.own || type === PRICE_TYPE.permanent;
}

function unedited(kind: UpdateKind, base: PriceState): PriceState {
  if (PACKAGE_KINDS[kind].endsOwnPrices && base.priceType === PRICE_TYPE.own) {
    return { ...base, priceType: PRICE_TYPE.calculated, ownPrice: null };
  }
  return base;
}
