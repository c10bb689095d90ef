import { type DifferenceColumnName, type ReferenceOf, referenceOf, type ShownColumnName } from '@portal/rules';

export type { UpdateColumns } from '@portal/rules';

/** Rules 3.10 and 6.10. */
export type ApprovalDifferenceKey = DifferenceColumnName & ShownColumnName<'MDP' | 'QDP' | 'LZD'>;
export type ApprovalReference = ReferenceOf<ApprovalDifferenceKey>;

export function isApprovalDifference(key: string): key is ApprovalDifferenceKey {
  return referenceOf(key) !== undefined;
}
