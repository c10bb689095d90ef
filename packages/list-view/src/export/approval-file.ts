import { APPROVAL_TYPE_WORDS, effectivePrice } from '@portal/rules';
import { type ApprovalModel, approvalOutcomeAt } from '../approval/model.ts';
import type { ListFile } from './file-column.ts';
import { packageFile } from './package-file.ts';

/**
 * A package as a file (rule 10.9), in the columns of its kind. 'TruePrice neu' is the calculated price of every
 * row, own prices and exclusions included: it is what the file brings when it is uploaded again; the type says what became
 * of it, and 'Preis', which no upload reads, at what price; an exclusion has none. One that is open has no
 * 'Preis' yet. Rows that are no longer on the market are not approved and are left out (rule 6.6).
 * @param rows in the order of the file
 */
export function approvalFile(model: ApprovalModel, rows: ArrayLike<number>): ListFile {
  const { columns } = model;
  return packageFile(
    model.kind,
    {
      columns,
      checkReason: (row) => columns.checkReason[row],
      avpOld: (row) => columns.avpOld[row],
      avpNew: (row) => columns.avp[row],
      formerCalculatedPrice: (row) => columns.formerCalculatedPrice[row],
      calculatedPrice: (row) => columns.calculatedPrice[row],
      type: (row) => APPROVAL_TYPE_WORDS[columns.priceType[row] ?? 0],
      current: (row) => columns.ravp[row],
      aep: (row) => columns.aep[row],
      vhp: (row) => columns.vhp[row],
      region: (row) => columns.ravpRegio[row],
      national: (row) => columns.ravpNational[row],
      ...(model.approved
        ? { approvedPrice: (row: number) => effectivePrice(approvalOutcomeAt(model, row, undefined)) }
        : {}),
    },
    approvedRows(model, rows),
  );
}

/** The rows that an approval takes in. */
export function approvedRows({ columns }: ApprovalModel, rows: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(rows).filter((row) => !columns.inactive[row]);
}
