import { breakingRows, hasReason, orderByEuros, rowsToReview } from '@portal/list-view';
import type { ReviewChoice, ReviewOrder } from '../kind/kind.ts';
import { isDecided, type Marked } from './marks.ts';
import type { GuardedReview } from './use-review.ts';

/** Weightiest first; then those that somebody has put right and reviewed, which stay counted (rule 14.26). */
export function reviewRows(review: GuardedReview, choice: ReviewChoice, marked: Marked): Uint32Array {
  const { unedited } = review;
  const open = choice === 'guardrails' ? review.breaking : rowsToReview(review, choice);
  if (marked.done + marked.settled === 0) return open;
  const delivered = choice === 'guardrails' ? breakingRows(unedited) : rowsToReview(unedited, choice);
  const settled = delivered.filter((row) => isDecided(marked, row) && !isChosen(review, choice, row));
  if (settled.length === 0) return open;
  const rows = new Uint32Array(open.length + settled.length);
  rows.set(open);
  rows.set(settled, open.length);
  return rows;
}

/** A row has what the choice asks for at its present price. */
export function isChosen(review: GuardedReview, choice: ReviewChoice, row: number): boolean {
  if (choice === 'guardrails') return review.breaches[row] !== 0;
  return choice === 'all' ? review.reasons[row] !== 0 : hasReason(review, row, choice);
}

export function inReviewOrder(review: GuardedReview, rows: Uint32Array, order: ReviewOrder): Uint32Array {
  return order === 'euros' ? orderByEuros(review, rows) : rows;
}
