import {
  columnToggles,
  filterColumns,
  type FilterColumnName,
  shownColumns,
  type ShownColumnName,
  type ToggleOf,
} from '@portal/rules';

/** Rule 4.2. */
export const PRICE_LIST_SORT_KEYS = shownColumns('priceList');
export type PriceListSortKey = ShownColumnName<'priceList'>;

/** Also local-storage keys (rule 4.5). */
export const EXPERT_COLUMN_TOGGLES = columnToggles('priceList');
export type ExpertColumnToggle = ToggleOf<'priceList'>;

/** What has not arrived outside the portal (rule 22.3). */
export const ARRIVAL_FILTERS = ['tillWaits', 'tillDiffers', 'labelOutdated'] as const;
export type ArrivalFilter = (typeof ARRIVAL_FILTERS)[number];

const OTHER_FILTERS = [
  'topSeller',
  'lastChange',
  'permanent',
  'own',
  'exclusion',
  'exclusionWithOwnPrice',
  'edited',
  ...ARRIVAL_FILTERS,
] as const;
export type PriceListFilter = 'all' | FilterColumnName<'priceList'> | (typeof OTHER_FILTERS)[number];
/** In the order of rule 4.3. */
export const PRICE_LIST_FILTERS: readonly PriceListFilter[] = ['all', ...filterColumns('priceList'), ...OTHER_FILTERS];

const EDIT_MODE_ONLY: ReadonlySet<PriceListFilter> = new Set(['exclusionWithOwnPrice', 'edited']);

/** Rule 4.1. */
export function offeredPriceListFilters(editMode: boolean): PriceListFilter[] {
  return PRICE_LIST_FILTERS.filter((filter) => editMode || !EDIT_MODE_ONLY.has(filter));
}

/** Whole packs (rule 3.13). */
export const TOP_SELLER_MIN_UNITS = { priceList: 5, MDP: 5, QDP: 6, LZD: 6 } as const;
