import {
  columnToggles,
  filterColumns,
  type FilterColumnName,
  shownColumns,
  type ShownColumnName,
  type ToggleOf,
  type UpdateKind,
} from '@portal/rules';

export type ApprovalSortKey = ShownColumnName<'MDP' | 'QDP' | 'LZD'>;

export const APPROVAL_SORT_KEYS: Record<UpdateKind, readonly ApprovalSortKey[]> = {
  MDP: shownColumns('MDP'),
  QDP: shownColumns('QDP'),
  LZD: shownColumns('LZD'),
};

const BY_TYPE = ['topSeller', 'permanent', 'own', 'exclusion', 'edited'] as const;
const BY_PART = ['approved'] as const;
const BY_RULE = ['byRule'] as const;
const BY_REASON = ['reason', 'noReason'] as const;
export type ApprovalFilterName =
  | 'all'
  | (typeof BY_REASON)[number]
  | FilterColumnName<'MDP' | 'QDP' | 'LZD'>
  | (typeof BY_TYPE)[number]
  | (typeof BY_RULE)[number]
  | (typeof BY_PART)[number];

/** In the order of rule 6.10. */
export const APPROVAL_FILTERS: Record<UpdateKind, readonly ApprovalFilterName[]> = {
  MDP: ['all', ...filterColumns('MDP'), ...BY_TYPE, ...BY_RULE, ...BY_PART],
  QDP: ['all', ...filterColumns('QDP'), ...BY_TYPE, ...BY_RULE, ...BY_PART],
  LZD: ['all', ...BY_REASON, ...filterColumns('LZD'), ...BY_TYPE],
};

/** Also local-storage keys. */
export const APPROVAL_COLUMN_TOGGLES = columnToggles('QDP');
export type ApprovalColumnToggle = ToggleOf<'QDP'>;
