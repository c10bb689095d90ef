export { countFixedPrices } from './count-fixed-prices.ts';
export { dueCountSql, readDueReviews } from './due-reviews.ts';
export { priceReviewHandlers } from './handlers.ts';
