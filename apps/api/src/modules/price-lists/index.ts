export { priceListHandlers } from './handlers.ts';
export { readBlockedPzns, readListPieces, readListState } from './read-price-list.ts';
export { requireEditable } from './require-editable.ts';
export { RECORDED_COLUMNS, RECORDED_PRICE, withTold } from './told-prices.ts';
export { savedPzns, savedRows } from './saved-rows.ts';
