export { findCommonFactor, type PricePair } from './common-factor.ts';
export * from './describe-doubt.ts';
export * from './doubt.ts';
export { findDeliveryDoubts, statedBaseAt } from './find-doubts.ts';
