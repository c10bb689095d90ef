import type { UpdateKind } from '@portal/rules';

const MDP_SORT_KEYS = [
  'pzn',
  'name',
  'producer',
  'content',
  'normSize',
  'peCluster',
  'avpOld',
  'avp',
  'formerCalculatedPrice',
  'calculatedPrice',
  'deviationAvp',
] as const;
const QDP_SORT_KEYS = [
  'pzn',
  'name',
  'producer',
  'content',
  'brand',
  'normSize',
  'atc',
  'peCluster',
  'vhCluster',
  'units',
  'avp',
  'diffAvp',
  'aep',
  'diffAep',
  'vhp',
  'diffVhp',
  'ravp',
  'diffRavp',
  'ravpRegio',
  'diffRavpRegio',
  'ravpNational',
  'diffRavpNational',
  'calculatedPrice',
] as const;
export type ApprovalSortKey = (typeof MDP_SORT_KEYS)[number] | (typeof QDP_SORT_KEYS)[number] | 'checkReason';

/** What each screen sorts by, in the order of its columns; `name` ascending is the default (rule 6.10). */
export const APPROVAL_SORT_KEYS: Record<UpdateKind, readonly ApprovalSortKey[]> = {
  MDP: MDP_SORT_KEYS,
  QDP: QDP_SORT_KEYS,
  LZD: ['checkReason', ...QDP_SORT_KEYS],
};

/** `reason` stands for one option per distinct check reason, `noReason` for 'Keine Auffälligkeiten'. */
export type ApprovalFilterName =
  | 'all'
  | 'reason'
  | 'noReason'
  | 'producer'
  | 'brand'
  | 'peCluster'
  | 'vhCluster'
  | 'topSeller'
  | 'permanent'
  | 'own'
  | 'exclusion'
  | 'edited';

/** The filters of each screen in the order of rule 6.10; MDP has the top seller filter too (rule 6.10). */
export const APPROVAL_FILTERS: Record<UpdateKind, readonly ApprovalFilterName[]> = {
  MDP: ['all', 'producer', 'brand', 'topSeller', 'permanent', 'own', 'exclusion', 'edited'],
  QDP: ['all', 'producer', 'brand', 'peCluster', 'vhCluster', 'topSeller', 'permanent', 'own', 'exclusion', 'edited'],
  LZD: [
    'all',
    'reason',
    'noReason',
    'producer',
    'brand',
    'peCluster',
    'vhCluster',
    'topSeller',
    'permanent',
    'own',
    'exclusion',
    'edited',
  ],
};

/** The column switches of the expert mode of QDP and LZD; also their local-storage keys (rule 6.10). */
export const APPROVAL_COLUMN_TOGGLES = [
  'showAepPrice',
  'showVhPrice',
  'showRavp',
  'showRavpRegional',
  'showRavpNational',
  'showPeCluster',
  'showVhCluster',
  'showAtcCode',
  'showNormsize',
  'showBrand',
  'showContent',
  'showSales',
] as const;
export type ApprovalColumnToggle = (typeof APPROVAL_COLUMN_TOGGLES)[number];
