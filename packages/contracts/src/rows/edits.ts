import {
  type ApprovalDraft,
  centsToNumber,
  checkPrice,
  type LaterPrice,
  type PriceIssue,
  type RowEdit,
} from '@portal/rules';
import { writeEuros } from './euros.ts';
import type { PriceEditRow } from './price-list-row.ts';
import type { ApprovalEditRow } from './update-row.ts';

export function writePriceEdit(
  pzn: string,
  { ownPrice, permanent, exclusion, validFrom, validTo, remindOn, beneath, later }: RowEdit,
): PriceEditRow {
  return {
    pzn,
    priceEdit: writeEuros(ownPrice),
    editedPermanent: permanent,
    ...(later && !exclusion ? {} : { editedIgnore: exclusion }),
    ...(validFrom && ownPrice !== null ? { validFrom } : {}),
    ...(validTo && ownPrice !== null && permanent ? { validTo } : {}),
    ...(remindOn && ownPrice !== null && permanent ? { remindOn } : {}),
    ...(beneath ? { beneath } : {}),
    ...(later ? { later: later.map(writeLater) } : {}),
  };
}

const writeLater = ({ ownPrice, permanent, ...days }: LaterPrice) => ({
  priceEdit: centsToNumber(ownPrice),
  editedPermanent: permanent,
  ...days,
});

export function readPriceEdit({
  priceEdit,
  editedPermanent,
  editedIgnore = false,
  validFrom,
  validTo,
  remindOn,
  beneath,
  later,
}: PriceEditRow): RowEdit | PriceIssue {
  const following = later && readLater(later);
  if (typeof following === 'string') return following;
  const days = {
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(remindOn ? { remindOn } : {}),
    ...(following ? { later: following } : {}),
  };
  const flags = { permanent: editedPermanent, exclusion: editedIgnore, ...days, ...(beneath ? { beneath } : {}) };
  if (priceEdit === null) return { ownPrice: null, ...flags };
  const price = checkPrice(priceEdit);
  return price.ok ? { ownPrice: price.cents, ...flags } : price.issue;
}

function readLater(rows: NonNullable<PriceEditRow['later']>): LaterPrice[] | PriceIssue {
  const later: LaterPrice[] = [];
  for (const { priceEdit, editedPermanent: permanent, ...days } of rows) {
    const price = checkPrice(priceEdit);
    if (!price.ok) return price.issue;
    later.push({ ownPrice: price.cents, permanent, ...days });
  }
  return later;
}

/** undefined: back at its original. */
export function writeApprovalEdit(pzn: string, edit: RowEdit | undefined): ApprovalEditRow {
  if (edit === undefined) return { pzn, editedPrice: null };
  const { ownPrice, permanent, exclusion } = edit;
  return { pzn, editedPrice: writeEuros(ownPrice), editedPermanent: permanent, editedIgnore: exclusion };
}

export function readApprovalEdit(row: ApprovalEditRow): ApprovalDraft | PriceIssue {
  const flags = { permanent: row.editedPermanent ?? null, exclusion: row.editedIgnore ?? null };
  if (row.editedPrice === null) return { ownPrice: null, ...flags };
  const price = checkPrice(row.editedPrice);
  return price.ok ? { ownPrice: price.cents, ...flags } : price.issue;
}
