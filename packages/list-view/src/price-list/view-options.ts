import {
  columnToggles,
  filterColumns,
  type FilterColumnName,
  shownColumns,
  type ShownColumnName,
  type ToggleOf,
} from '@portal/rules';

/** In the order of rule 4.2; `name` ascending is the default. */
export const PRICE_LIST_SORT_KEYS = shownColumns('priceList');
export type PriceListSortKey = ShownColumnName<'priceList'>;

/** The switches of the expert mode, also local-storage keys (rule 4.5). */
export const EXPERT_COLUMN_TOGGLES = columnToggles('priceList');
export type ExpertColumnToggle = ToggleOf<'priceList'>;

const OTHER_FILTERS = [
  'topSeller',
  'lastChange',
  'permanent',
  'own',
  'exclusion',
  'exclusionWithOwnPrice',
  'edited',
] as const;
export type PriceListFilter = 'all' | FilterColumnName<'priceList'> | (typeof OTHER_FILTERS)[number];
/** In the order of rule 4.3. */
export const PRICE_LIST_FILTERS: readonly PriceListFilter[] = ['all', ...filterColumns('priceList'), ...OTHER_FILTERS];

const EDIT_MODE_ONLY: ReadonlySet<PriceListFilter> = new Set(['exclusionWithOwnPrice', 'edited']);

/** The filters on offer, in order (rule 4.1). */
export function offeredPriceListFilters(editMode: boolean): PriceListFilter[] {
  return PRICE_LIST_FILTERS.filter((filter) => editMode || !EDIT_MODE_ONLY.has(filter));
}

/**
 * Smallest number of whole packs sold that makes a top seller: 'at least 5' on the price list and MDP,
 * 'more than 5' on QDP and LZD (rule 3.13).
 */
export const TOP_SELLER_MIN_UNITS = { priceList: 5, MDP: 5, QDP: 6, LZD: 6 } as const;
