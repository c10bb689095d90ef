import { APPROVAL_TYPE_WORDS, effectivePrice } from '@portal/rules';
import { type ApprovalModel, approvalOutcomeAt } from '../approval/model.ts';
import { writeCsvCell } from './csv-cell.ts';
import { packageCsv } from './package-csv.ts';

/**
 * An approved package as CSV (rule 10.9), in the columns of its kind. 'TruePrice neu' is the calculated price of every
 * row, own prices and exclusions included: it is what the file brings when it is uploaded again; the type says what became
 * of it, and 'Preis', which no upload reads, at what price; an exclusion has none. Rows that are no longer on the market were
 * not approved and are left out (rule 6.6).
 * @param rows in the order of the file
 */
export function approvalCsv(model: ApprovalModel, rows: ArrayLike<number>): string {
  const { columns } = model;
  return packageCsv(
    model.kind,
    {
      columns,
      checkReason: (row) => writeCsvCell(columns.checkReason[row] ?? ''),
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
      approvedPrice: (row) => effectivePrice(approvalOutcomeAt(model, row, undefined)),
    },
    approvedRows(model, rows),
  );
}

/** The rows that an approval has taken in. */
export function approvedRows({ columns }: ApprovalModel, rows: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(rows).filter((row) => !columns.inactive[row]);
}
