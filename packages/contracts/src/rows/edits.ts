import { type ApprovalDraft, checkPrice, type PriceIssue, type RowEdit } from '@portal/rules';
import { writeEuros } from './euros.ts';
import type { PriceEditRow } from './price-list-row.ts';
import type { ApprovalEditRow } from './update-row.ts';

/** An edit as a save carries it: euros with two decimals. */
export function writePriceEdit(pzn: string, { ownPrice, permanent, exclusion }: RowEdit): PriceEditRow {
  return { pzn, priceEdit: writeEuros(ownPrice), editedPermanent: permanent, editedIgnore: exclusion };
}

/** The edit that a row of a save stands for, or why its price cannot be stored. */
export function readPriceEdit({ priceEdit, editedPermanent, editedIgnore }: PriceEditRow): RowEdit | PriceIssue {
  const flags = { permanent: editedPermanent, exclusion: editedIgnore };
  if (priceEdit === null) return { ownPrice: null, ...flags };
  const price = checkPrice(priceEdit);
  return price.ok ? { ownPrice: price.cents, ...flags } : price.issue;
}

/** An edit as a draft or an approval carries it, in euros with two decimals; undefined for a row that is back at its original. */
export function writeApprovalEdit(pzn: string, edit: RowEdit | undefined): ApprovalEditRow {
  if (edit === undefined) return { pzn, editedPrice: null };
  const { ownPrice, permanent, exclusion } = edit;
  return { pzn, editedPrice: writeEuros(ownPrice), editedPermanent: permanent, editedIgnore: exclusion };
}

/** The draft that such a row stands for, or why its price cannot be stored. */
export function readApprovalEdit(row: ApprovalEditRow): ApprovalDraft | PriceIssue {
  const flags = { permanent: row.editedPermanent ?? null, exclusion: row.editedIgnore ?? null };
  if (row.editedPrice === null) return { ownPrice: null, ...flags };
  const price = checkPrice(row.editedPrice);
  return price.ok ? { ownPrice: price.cents, ...flags } : price.issue;
}
