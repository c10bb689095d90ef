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

/**
 * The largest effect in euros first; on a price list, whose prices stand, what is at stake (rule 14.23).
 * @param rows weightiest first, which orders what is equal
 */
export function orderByEuros({ effect, weights, prepared }: Review, rows: Uint32Array): Uint32Array {
  const { standing } = prepared.context;
  const size = (row: number) => (standing ? (weights.magnitude[row] as number) : Math.abs(effect[row] as number) || 0);
  const bySize = Array.from(rows, (row) => ({ row, euros: size(row) }));
  return Uint32Array.from(
    bySize.toSorted((a, b) => b.euros - a.euros),
    ({ row }) => row,
  );
}

/** 1 where a row is among `rows`. */
export function maskOf(rows: ArrayLike<number>, count: number): Uint8Array {
  const mask = new Uint8Array(count);
  for (let at = 0; at < rows.length; at++) mask[rows[at] as number] = 1;
  return mask;
}

/** In the order of `first`. */
export function intersectRows(first: Uint32Array, shown: ArrayLike<number>, count: number): Uint32Array {
  const isShown = maskOf(shown, count);
  return first.filter((row) => isShown[row] === 1);
}
