export { dueCountSql, readDueReviews } from './due-reviews.ts';
export { priceReviewHandlers } from './handlers.ts';
export { readPriceReview } from './review-months.ts';
