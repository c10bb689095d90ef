import { type Cents, isAllowedPrice, priceIssue } from './money.ts';
import { editsDiffer, type RowEdit, type SaveIssue } from './price-list-edit.ts';
import { PACKAGE_KINDS, type ResetChoice, resetsList, type UpdateKind } from './package-kinds.ts';
import { PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

export type ApprovalRow = {
  readonly priceType: PriceType;
  readonly calculatedPrice: Cents | null;
};

/** The list is not open, or the row blocked or inactive. */
export type ApprovalContext = { readonly locked: boolean };

/** null: never touched. */
export type ApprovalDraft = {
  readonly ownPrice: Cents | null;
  readonly permanent: boolean | null;
  readonly exclusion: boolean | null;
};

/** 0 for new products and for every row of an LZD that resets. Rules 3.6, 3.7, 6.14, 6.15 and 6.16. */
export function approvalBaseType(
  kind: UpdateKind,
  listType: PriceType | null,
  resetChoice: ResetChoice | null,
): PriceType {
  if (resetsList({ kind, resetChoice })) return PRICE_TYPE.calculated;
  return listType ?? PRICE_TYPE.calculated;
}

/** Without own and permanent prices (rule 6.7). */
export function originalApprovalEdit({ priceType }: Pick<ApprovalRow, 'priceType'>): RowEdit {
  return {
    ownPrice: null,
    permanent: priceType === PRICE_TYPE.permanent,
    exclusion: priceType === PRICE_TYPE.exclusion,
  };
}

export function approvalEditOnLoad(row: Pick<ApprovalRow, 'priceType'>, draft: ApprovalDraft | null): RowEdit {
  const original = originalApprovalEdit(row);
  if (draft === null) return original;
  const exclusion = draft.exclusion ?? original.exclusion;
  return {
    ownPrice: draft.ownPrice,
    // an explicit 'permanent' is for `approvalEditIssue` to refuse
    permanent: draft.permanent ?? (original.permanent && !exclusion),
    exclusion,
  };
}

export function isApprovalChanged(row: Pick<ApprovalRow, 'priceType'>, edit: RowEdit): boolean {
  return editsDiffer(originalApprovalEdit(row), edit);
}

/** Rule 3.10. */
export function approvalPrice(row: ApprovalRow, edit: RowEdit): Cents | null {
  return edit.ownPrice ?? row.calculatedPrice;
}

export function canEditApprovalPrice({ locked }: ApprovalContext): boolean {
  return !locked;
}

export function canTickApprovalPermanent(edit: RowEdit, { locked }: ApprovalContext): boolean {
  return !locked && edit.ownPrice !== null && !edit.exclusion;
}

/** Locked on an original exclusion without a price (rule 6.8). */
export function canTickApprovalExclusion(row: ApprovalRow, edit: RowEdit, { locked }: ApprovalContext): boolean {
  return !locked && !(row.priceType === PRICE_TYPE.exclusion && edit.ownPrice === null);
}

/**
 * null clears it: permanent rows keep the stored price, original exclusions return.
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

export function withApprovalPermanent(
  _row: ApprovalRow,
  edit: RowEdit,
  permanent: boolean,
  context: ApprovalContext,
): RowEdit {
  return canTickApprovalPermanent(edit, context) ? { ...edit, permanent } : edit;
}

/** Ticking clears permanent; unticking without a price restores an original permanent. */
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

export function selectAllApprovalPermanentApplies(row: ApprovalRow, edit: RowEdit, context: ApprovalContext): boolean {
  return row.priceType !== PRICE_TYPE.exclusion && canTickApprovalPermanent(edit, context);
}

/** Rule 6.9. */
export function selectAllApprovalExclusionApplies({ locked }: ApprovalContext): boolean {
  return !locked;
}

/** Drafts too: the clock may approve them. */
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
  readonly calculatedPrice: Cents | null;
  /** null: untouched */
  readonly edit: RowEdit | null;
  /** at approval; null: new to the list */
  readonly listRow: PriceState | null;
  readonly kind: UpdateKind;
  readonly resetChoice: ResetChoice | null;
};

/**
 * An exclusion wins; an own price ends with an MDP, a permanent one stays. Without a price no edit lifts another
 * package's later exclusion.
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
