export * from './added.ts';
export * from './arrivals.ts';
export * from './columns.ts';
export * from './concerns.ts';
export * from './edits.ts';
export * from './filter.ts';
export {
  buildPriceListModel,
  comparedPrice,
  effectivePriceAt,
  differenceAt,
  isAdded,
  countBlocked,
  isBlocked,
  prepareSearch,
  type PriceListModel,
  rowAt,
  rowOfPzn,
} from './model.ts';
export { compareGerman } from './german-order.ts';
export { type RowMask, visibleRows } from './row-mask.ts';
export { searchIndex } from './search.ts';
export { prepareNames, priceListValues, sortIndex, sortPriceList } from './sort.ts';
export { distinctChangeDays, distinctTexts } from './values.ts';
export * from './view-options.ts';
export { type Found, findRows } from './search-again.ts';
