import { APPROVAL_TYPE_WORDS, effectivePrice, INACTIVE_WORD } from '@portal/rules';
import { type ApprovalModel, approvalOutcomeAt } from '../approval/model.ts';
import type { ListFile } from './file-column.ts';
import { packageFile } from './package-file.ts';

/**
 * Rule 10.9. 'TruePrice neu': what a new upload brings; 'Preis' is not read back. Inactive rows (rule 6.6) are
 * 'Inaktiv'.
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
