import { originalEdit, type PriceRow, resolveSave, type RowEdit, type SaveIssue } from './price-list-edit.ts';

/** Why an edit is not carried to a row: it is excluded there, or could not be saved. */
export type CarryIssue = 'exclusion' | SaveIssue;
export type CarryResult = { readonly edit: RowEdit } | { readonly issue: CarryIssue };

/**
 * An edit of one pharmacy's row, made to the row of the same product in another pharmacy (rule 3.32). What was changed here is
 * changed there, price, permanent and exclusion each by itself; what was not changed here stays as it is there. An article that
 * is excluded there gets no price, unless the edit takes the exclusion away here.
 * @param from the stored row and what its inputs hold
 * @param target the stored row in the other pharmacy
 */
export function carryEdit(
  from: { readonly row: PriceRow; readonly edit: RowEdit },
  target: PriceRow,
  rights: { readonly staff: boolean },
): CarryResult {
  const edit = carried(originalEdit(from.row), from.edit, originalEdit(target));
  if (edit === undefined) return { issue: 'exclusion' };
  const result = resolveSave(target, edit, rights);
  return result.ok ? { edit } : { issue: result.issue };
}

/** Undefined where the exclusion there forbids it. */
function carried(before: RowEdit, after: RowEdit, there: RowEdit): RowEdit | undefined {
  if (after.exclusion) return before.exclusion ? there : { ...there, permanent: false, exclusion: true };
  if (there.exclusion && !before.exclusion) return undefined;
  const ownPrice = after.ownPrice === before.ownPrice ? there.ownPrice : after.ownPrice;
  const permanent = after.permanent === before.permanent ? there.permanent : after.permanent;
  // an own price that is cleared takes permanent with it, as when a person clears it
  const cleared = ownPrice === null && after.ownPrice !== before.ownPrice;
  return { ownPrice, permanent: permanent && !cleared, exclusion: false };
}
