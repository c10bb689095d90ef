export { checkDelivery } from './check-delivery.ts';
export {
  certifyDelivery,
  CHECK_RESULTS,
  type CheckResult,
  type CheckedDelivery,
  DELIVERY_COLOURS,
  type DeliveryColour,
  refuses,
} from './certify.ts';
export { findCommonFactor } from './common-factor.ts';
export type { PricePair } from './factor-pairs.ts';
export * from './describe-doubt.ts';
export * from './doubt.ts';
export { type Arrival, type DeliveryFigures, findArrivalDoubts } from './find-arrival-doubts.ts';
export { findDeliveryDoubts, usualChange, statedBaseAt } from './find-doubts.ts';
export { DELIVERY_LIMITS, type DeliveryLimits, MAX_SAMPLED_ROWS } from './limits.ts';
export type { DeliverySample, MoneyCells } from './moved-columns.ts';
