import { RISK_REASONS, type RiskReason } from '@portal/rules';
import type { Review } from './review.ts';

/** The rows to look at, all of them or those with one reason, first the one to look at first (rules 14.23 and 14.26). */
export function rowsToReview({ order, reasons }: Review, reason: RiskReason | 'all'): Uint32Array {
  if (reason === 'all') return order;
  return order.filter((row) => hasReason({ reasons }, row, reason));
}

/** Whether a row has this reason to look at it. */
export function hasReason({ reasons }: Pick<Review, 'reasons'>, row: number, reason: RiskReason): boolean {
  return (((reasons[row] as number) >> RISK_REASONS.indexOf(reason)) & 1) === 1;
}

/** Those of `first` that are among `shown`, in the order of `first`. */
export function intersectRows(first: Uint32Array, shown: ArrayLike<number>, count: number): Uint32Array {
  const isShown = new Uint8Array(count);
  for (let at = 0; at < shown.length; at++) isShown[shown[at] as number] = 1;
  return first.filter((row) => isShown[row] === 1);
}
