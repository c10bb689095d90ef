export { priceListHandlers } from './handlers.ts';
export { readColumnsJson } from './read-price-list.ts';
