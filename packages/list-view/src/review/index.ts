export { buildReview, flagsOf, updateReview } from './build-review.ts';
export * from './columns.ts';
export * from './of-price-list.ts';
export * from './of-update.ts';
export * from './packs.ts';
export type { Review } from './review.ts';
export * from './totals.ts';
export * from './rows.ts';
export * from './summary.ts';
