import {
  originalEdit,
  type PriceRow,
  resolveSave,
  type RowEdit,
  type SaveIssue,
  withDays,
  withoutDays,
} from './price-list-edit.ts';

export type CarryIssue = 'exclusion' | SaveIssue;
export type CarryResult = { readonly edit: RowEdit } | { readonly issue: CarryIssue };

/**
 * Rule 3.32: each field by itself. An article excluded there gets no price unless the edit lifts exclusions.
 * @param target the stored row there
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
  if (after.exclusion) return before.exclusion ? there : { ...withoutDays(there), permanent: false, exclusion: true };
  if (there.exclusion && !before.exclusion) return undefined;
  const ownPrice = after.ownPrice === before.ownPrice ? there.ownPrice : after.ownPrice;
  const permanent = after.permanent === before.permanent ? there.permanent : after.permanent;
  // clearing an own price clears permanent too
  const cleared = ownPrice === null && after.ownPrice !== before.ownPrice;
  const edit = { ownPrice, permanent: permanent && !cleared, exclusion: false };
  if (after.beneath) return { ...edit, beneath: true, ...(after.later ? { later: after.later } : {}) };
  const isDated =
    (after.validTo ?? null) !== (before.validTo ?? null) ||
    Boolean(after.validFrom ?? after.remindOn) ||
    after.later !== undefined;
  return withDays(edit, isDated ? after : there, { blocked: false });
}
