import { type Cents, isAllowedPrice, type PriceIssue, priceIssue } from './money.ts';
import { PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** A stored row of the price list. */
export type PriceRow = PriceState;

/** What the three input cells of a row hold while it is edited. */
export type RowEdit = {
  readonly ownPrice: Cents | null;
  readonly permanent: boolean;
  readonly exclusion: boolean;
};

/** `blocked`: the product is part of an open update, so its row cannot be edited. */
export type EditContext = { readonly blocked: boolean };

/** The input cells of an untouched row: own and permanent prices are prefilled (rules 3.7 and 4.7). */
export function originalEdit(row: PriceRow): RowEdit {
  const prefilled = row.priceType === PRICE_TYPE.own || row.priceType === PRICE_TYPE.permanent;
  return {
    ownPrice: prefilled ? row.ownPrice : null,
    permanent: row.priceType === PRICE_TYPE.permanent,
    exclusion: row.priceType === PRICE_TYPE.exclusion,
  };
}

/** True when price, permanent or exclusion differ between two edits. */
export function editsDiffer(a: RowEdit, b: RowEdit): boolean {
  return a.ownPrice !== b.ownPrice || a.permanent !== b.permanent || a.exclusion !== b.exclusion;
}

/** A row counts as changed when price, permanent or exclusion differ from the original (rule 4.7). */
export function isChanged(row: PriceRow, edit: RowEdit): boolean {
  return editsDiffer(originalEdit(row), edit);
}

/**
 * True where the exclusion wins over a price that was entered beside it, so that it is not stored (rule 3.43); such a row is named wherever
 * it is counted.
 * @param original what the inputs held before anything was entered
 */
export function isPriceIgnored(original: RowEdit, edit: RowEdit): boolean {
  return edit.exclusion && edit.ownPrice !== null && edit.ownPrice !== original.ownPrice;
}

/** The price can be entered unless the product is blocked. */
export function canEditPrice({ blocked }: EditContext): boolean {
  return !blocked;
}

/** Permanent needs an entered price and no exclusion (rule 4.7). */
export function canTickPermanent(edit: RowEdit, { blocked }: EditContext): boolean {
  return !blocked && edit.ownPrice !== null && !edit.exclusion;
}

/** The exclusion box is locked on a blocked product and on a stored exclusion without an entered price (rule 4.7). */
export function canTickExclusion(row: PriceRow, edit: RowEdit, { blocked }: EditContext): boolean {
  return !blocked && !(row.priceType === PRICE_TYPE.exclusion && edit.ownPrice === null);
}

/**
 * Enters or, with null, clears the price. Clearing takes permanent away, and a stored exclusion falls back to being
 * one, since leaving it needs a price. A locked cell leaves the edit as it is.
 * @throws RangeError for a price that may not be stored; `readTypedPrice` refuses such input before
 */
export function withPrice(row: PriceRow, edit: RowEdit, ownPrice: Cents | null, context: EditContext): RowEdit {
  if (!canEditPrice(context)) return edit;
  if (ownPrice !== null) {
    if (!isAllowedPrice(ownPrice)) throw new RangeError(`no price to enter: ${ownPrice} cents`);
    return { ...edit, ownPrice };
  }
  return { ownPrice: null, permanent: false, exclusion: edit.exclusion || row.priceType === PRICE_TYPE.exclusion };
}

/** Ticks or unticks permanent; a locked box leaves the edit as it is. */
export function withPermanent(_row: PriceRow, edit: RowEdit, permanent: boolean, context: EditContext): RowEdit {
  return canTickPermanent(edit, context) ? { ...edit, permanent } : edit;
}

/** Ticks or unticks exclusion, which clears permanent; a locked box leaves the edit as it is. */
export function withExclusion(row: PriceRow, edit: RowEdit, exclusion: boolean, context: EditContext): RowEdit {
  if (!canTickExclusion(row, edit, context)) return edit;
  return { ...edit, exclusion, permanent: exclusion ? false : edit.permanent };
}

/** Rows that 'select all' of permanent reaches: not blocked, with an entered price and no exclusion (rule 4.8). */
export function selectAllPermanentApplies(edit: RowEdit, context: EditContext): boolean {
  return canTickPermanent(edit, context);
}

/** Rows that 'select all' of exclusion reaches: not blocked and not stored as an exclusion already (rule 4.8). */
export function selectAllExclusionApplies(row: PriceRow, { blocked }: EditContext): boolean {
  return !blocked && row.priceType !== PRICE_TYPE.exclusion;
}

/** `withoutPrice`: the product would stand on the list without any price and is no exclusion. */
export type SaveIssue =
  | PriceIssue
  | 'permanentWithExclusion'
  | 'permanentWithoutPrice'
  | 'exclusionNeedsPrice'
  | 'withoutPrice';

export type SaveResult =
  | { readonly ok: true; readonly priceType: PriceType; readonly ownPrice: Cents | null }
  | { readonly ok: false; readonly issue: SaveIssue };

/**
 * What saving an edit makes of a stored row. The exclusion wins over a price sent with it; clearing the price of an own
 * or permanent price gives the calculated one, where there is one, staff included; only staff may turn an exclusion back into
 * the calculated price (rule 3.6).
 */
export function resolveSave(row: PriceRow, edit: RowEdit, { staff }: { readonly staff: boolean }): SaveResult {
  const issue = edit.ownPrice === null ? undefined : priceIssue(edit.ownPrice);
  if (issue !== undefined) return { ok: false, issue };
  if (edit.permanent && edit.exclusion) return { ok: false, issue: 'permanentWithExclusion' };
  if (edit.exclusion) return { ok: true, priceType: PRICE_TYPE.exclusion, ownPrice: null };
  if (edit.ownPrice !== null) {
    return { ok: true, priceType: edit.permanent ? PRICE_TYPE.permanent : PRICE_TYPE.own, ownPrice: edit.ownPrice };
  }
  if (edit.permanent) return { ok: false, issue: 'permanentWithoutPrice' };
  if (row.priceType === PRICE_TYPE.exclusion && !staff) return { ok: false, issue: 'exclusionNeedsPrice' };
  if (row.calculatedPrice === null) return { ok: false, issue: 'withoutPrice' };
  return { ok: true, priceType: PRICE_TYPE.calculated, ownPrice: null };
}
