export { productHandlers } from './handlers.ts';
export { PRODUCT_COLUMNS, VERSIONS_JSON } from './read-products.ts';
