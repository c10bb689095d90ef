import { APPROVAL_TYPE_WORDS, effectivePrice, INACTIVE_WORD } from '@portal/rules';
import { type ApprovalModel, approvalOutcomeAt } from '../approval/model.ts';
import type { ListFile } from './file-column.ts';
import { packageFile } from './package-file.ts';

/**
 * A package as a file (rule 10.9), in the columns of its kind. 'TruePrice neu' is the calculated price of every
 * row, own prices and exclusions included: it is what the file brings when it is uploaded again; the type says what became
 * of it, and 'Preis', which no upload reads, at what price; an exclusion has none. One that is open has no
 * 'Preis' yet. Rows off the market, which are not approved (rule 6.6), have the type 'Inaktiv' and no 'Preis'.
 * @param rows in the order of the file
 */
export function approvalFile(model: ApprovalModel, rows: ArrayLike<number>): ListFile {
  const { columns } = model;
  return packageFile(
    model.kind,
    {
      columns,
      cells: {},
      type: (row) => (columns.inactive[row] ? INACTIVE_WORD : APPROVAL_TYPE_WORDS[columns.priceType[row] ?? 0]),
      ...(model.approved
        ? {
            approvedPrice: (row: number) =>
              columns.inactive[row] ? null : effectivePrice(approvalOutcomeAt(model, row, undefined)),
          }
        : {}),
    },
    rows,
  );
}
