import { RISK_REASONS, type RiskReason } from '@portal/rules';
import type { Review } from './review.ts';

/** Rule 14.23. Rule 14.26. */
export function rowsToReview({ order, reasons }: Review, reason: RiskReason | 'all'): Uint32Array {
  if (reason === 'all') return order;
  return order.filter((row) => hasReason({ reasons }, row, reason));
}

export function hasReason({ reasons }: Pick<Review, 'reasons'>, row: number, reason: RiskReason): boolean {
  return (((reasons[row] as number) >> RISK_REASONS.indexOf(reason)) & 1) === 1;
}

/** In the order of `first`. */
export function intersectRows(first: Uint32Array, shown: ArrayLike<number>, count: number): Uint32Array {
  const isShown = new Uint8Array(count);
  for (let at = 0; at < shown.length; at++) isShown[shown[at] as number] = 1;
  return first.filter((row) => isShown[row] === 1);
}
