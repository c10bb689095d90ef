/** The sort keys of the price list in the order of rule 4.2; `name` ascending is the default. */
export const PRICE_LIST_SORT_KEYS = [
  'pzn',
  'name',
  'producer',
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
  'priceMin',
  'diffRpMin',
  'priceAvg',
  'diffRpAvg',
  'priceMax',
  'diffRpMax',
  'effectivePrice',
  'date',
] as const;
export type PriceListSortKey = (typeof PRICE_LIST_SORT_KEYS)[number];

/** The column switches of the expert mode; also their local-storage keys (rule 4.5). */
export const EXPERT_COLUMN_TOGGLES = [
  'showAepPrice',
  'showVhPrice',
  'showUmfeldPreisAvg',
  'showUmfeldPreisMin',
  'showUmfeldPreisMax',
  'showSales',
  'showPeCluster',
  'showVhCluster',
  'showAtcCode',
  'showNormsize',
  'showBrand',
  'showLastChange',
] as const;
export type ExpertColumnToggle = (typeof EXPERT_COLUMN_TOGGLES)[number];

/** The filter options of the price list in the order of rule 4.3. */
export const PRICE_LIST_FILTERS = [
  'all',
  'producer',
  'brand',
  'peCluster',
  'vhCluster',
  'topSeller',
  'lastChange',
  'permanent',
  'own',
  'exclusion',
  'exclusionWithOwnPrice',
  'edited',
] as const;
export type PriceListFilter = (typeof PRICE_LIST_FILTERS)[number];

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
