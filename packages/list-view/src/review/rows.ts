import { RISK_REASONS, type RiskReason } from '@portal/rules';
import { scoreOf } from './build-review.ts';
import type { Review } from './review.ts';

/** Rules 14.23 and 14.26. */
export function rowsToReview({ order, reasons }: Review, reason: RiskReason | 'all'): Uint32Array {
  if (reason === 'all') return order;
  return order.filter((row) => hasReason({ reasons }, row, reason));
}

export function hasReason({ reasons }: Pick<Review, 'reasons'>, row: number, reason: RiskReason): boolean {
  return (((reasons[row] as number) >> RISK_REASONS.indexOf(reason)) & 1) === 1;
}

type Edited = Review & { readonly unedited: Review };

/** Rule 14.23. Edits move no row. */
export function orderByWeight(review: Edited, rows: Uint32Array): Uint32Array {
  const { pzn } = review.columns;
  const byPzn = (a: number, b: number) => ((pzn[a] as string) < (pzn[b] as string) ? -1 : 1);
  return largestFirst(rows, (row) => scoreOf(placedBy(review, row), row), byPzn);
}

/**
 * The largest effect in euros first; on a price list, whose prices stand, what is at stake (rule 14.23).
 * @param rows weightiest first, which orders what is equal
 */
export function orderByEuros(review: Edited, rows: Uint32Array): Uint32Array {
  const { standing } = review.prepared.context;
  return largestFirst(rows, (row) => {
    const { effect, weights } = placedBy(review, row);
    return standing ? (weights.magnitude[row] as number) : Math.abs(effect[row] as number) || 0;
  });
}

function placedBy(review: Edited, row: number): Review {
  return review.unedited.reasons[row] === 0 ? review : review.unedited;
}

function largestFirst(
  rows: Uint32Array,
  size: (row: number) => number,
  ties: (a: number, b: number) => number = () => 0,
): Uint32Array {
  const sized = Array.from(rows, (row) => ({ row, size: size(row) }));
  return Uint32Array.from(
    sized.toSorted((a, b) => b.size - a.size || ties(a.row, b.row)),
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
