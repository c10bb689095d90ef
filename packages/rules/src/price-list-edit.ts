import { type Cents, isAllowedPrice, type PriceIssue, priceIssue } from './money.ts';
import { PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** `validTo`: of the period that runs (rule 17.1). */
export type PriceRow = PriceState & { readonly validTo?: string | null };

export type RowEdit = {
  readonly ownPrice: Cents | null;
  readonly permanent: boolean;
  readonly exclusion: boolean;
  /** Days (rule 17.2). */
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  /** In place of an end: the price stays and is looked at again on that day (rule 19.6). */
  readonly remindOn?: string | null;
  /** Of the row beneath the period that runs (rule 17.3). */
  readonly beneath?: true;
  readonly later?: readonly LaterPrice[];
};

/** From a later day on (rule 17.13). */
export type LaterPrice = {
  readonly ownPrice: Cents;
  readonly permanent: boolean;
  readonly validFrom: string;
  readonly validTo: string | null;
};

/** Part of an open update: not editable. */
export type EditContext = { readonly blocked: boolean };

/** Own and permanent prices are prefilled (rule 4.7). Rule 3.7. */
export function originalEdit(row: PriceRow): RowEdit {
  const prefilled = row.priceType === PRICE_TYPE.own || row.priceType === PRICE_TYPE.permanent;
  return {
    ownPrice: prefilled ? row.ownPrice : null,
    permanent: row.priceType === PRICE_TYPE.permanent,
    exclusion: row.priceType === PRICE_TYPE.exclusion,
    ...(row.validTo ? { validTo: row.validTo } : {}),
  };
}

export function editsDiffer(a: RowEdit, b: RowEdit): boolean {
  return (
    a.ownPrice !== b.ownPrice ||
    a.permanent !== b.permanent ||
    a.exclusion !== b.exclusion ||
    a.beneath !== b.beneath ||
    (a.validFrom ?? null) !== (b.validFrom ?? null) ||
    (a.validTo ?? null) !== (b.validTo ?? null) ||
    (a.remindOn ?? null) !== (b.remindOn ?? null) ||
    laterDiffer(a.later ?? [], b.later ?? [])
  );
}

function laterDiffer(some: readonly LaterPrice[], others: readonly LaterPrice[]): boolean {
  const differs = (a: LaterPrice, b: LaterPrice | undefined) =>
    a.ownPrice !== b?.ownPrice || a.permanent !== b.permanent || a.validFrom !== b.validFrom || a.validTo !== b.validTo;
  return some.length !== others.length || some.some((each, at) => differs(each, others[at]));
}

export function isChanged(row: PriceRow, edit: RowEdit): boolean {
  return editsDiffer(originalEdit(row), edit);
}

/** The exclusion wins: the price is not stored (rule 3.43). */
export function isPriceIgnored(original: RowEdit, edit: RowEdit): boolean {
  return edit.exclusion && edit.ownPrice !== null && edit.ownPrice !== original.ownPrice;
}

export function canEditPrice({ blocked }: EditContext): boolean {
  return !blocked;
}

export function canTickPermanent(edit: RowEdit, { blocked }: EditContext): boolean {
  return !blocked && edit.ownPrice !== null && !edit.exclusion;
}

/** Also locked on a stored exclusion without a price (rule 4.7). */
export function canTickExclusion(row: PriceRow, edit: RowEdit, { blocked }: EditContext): boolean {
  return !blocked && !(row.priceType === PRICE_TYPE.exclusion && edit.ownPrice === null);
}

/**
 * null clears it, and permanent; a stored exclusion stays one without a price.
 * @throws RangeError for a price that may not be stored
 */
export function withPrice(row: PriceRow, edit: RowEdit, ownPrice: Cents | null, context: EditContext): RowEdit {
  if (!canEditPrice(context)) return edit;
  if (ownPrice !== null) {
    if (!isAllowedPrice(ownPrice)) throw new RangeError(`no price to enter: ${ownPrice} cents`);
    return { ...edit, ownPrice };
  }
  return { ownPrice: null, permanent: false, exclusion: edit.exclusion || row.priceType === PRICE_TYPE.exclusion };
}

export function withPermanent(_row: PriceRow, edit: RowEdit, permanent: boolean, context: EditContext): RowEdit {
  if (!canTickPermanent(edit, context)) return edit;
  return permanent || edit.beneath ? { ...edit, permanent } : { ...withoutDays(edit), permanent };
}

/** Rule 17.4. */
export function withoutDays({ ownPrice, permanent, exclusion }: RowEdit): RowEdit {
  return { ownPrice, permanent, exclusion };
}

export type EditDays = Pick<RowEdit, 'validFrom' | 'validTo' | 'remindOn' | 'later'>;

/** Rules 17.2 and 19.6. */
export function withDays(edit: RowEdit, days: EditDays, context: EditContext): RowEdit {
  if (!canTickPermanent(edit, context)) {
    return days.later && !context.blocked && !edit.exclusion ? { ...edit, ...setDays({ later: days.later }) } : edit;
  }
  const permanent = days.validTo || days.remindOn ? true : edit.permanent;
  return { ...withoutDays(edit), permanent, ...setDays(days) };
}

/** `permanent`: the type where it has no last day (rule 17.2). */
export function laterPrice(
  { ownPrice, validFrom, validTo = null }: Pick<LaterPrice, 'ownPrice' | 'validFrom'> & Pick<RowEdit, 'validTo'>,
  permanent: boolean,
): LaterPrice {
  return { ownPrice, permanent: permanent || validTo !== null, validFrom, validTo };
}

/** Those of them that are set. */
export function setDays({ validFrom, validTo, remindOn, later }: EditDays): EditDays {
  return {
    ...(validFrom ? { validFrom } : {}),
    ...(validTo ? { validTo } : {}),
    ...(remindOn ? { remindOn } : {}),
    ...(later && later.length > 0 ? { later } : {}),
  };
}

export function withExclusion(row: PriceRow, edit: RowEdit, exclusion: boolean, context: EditContext): RowEdit {
  if (!canTickExclusion(row, edit, context)) return edit;
  return exclusion ? { ...withoutDays(edit), exclusion, permanent: false } : { ...edit, exclusion };
}

export function selectAllPermanentApplies(edit: RowEdit, context: EditContext): boolean {
  return canTickPermanent(edit, context);
}

/** Rule 4.8. */
export function selectAllExclusionApplies(row: PriceRow, { blocked }: EditContext): boolean {
  return !blocked && row.priceType !== PRICE_TYPE.exclusion;
}

/** `withoutPrice`: neither a price nor an exclusion. */
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
 * The exclusion wins; a cleared own price gives the calculated one; only staff may turn an exclusion back (rule 3.6).
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
  if (row.calculatedPrice === null && (!row.validTo || edit.beneath)) return { ok: false, issue: 'withoutPrice' };
  return { ok: true, priceType: PRICE_TYPE.calculated, ownPrice: null };
}
