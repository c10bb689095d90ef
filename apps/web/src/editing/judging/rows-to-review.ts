import {
  breakingRows,
  flagsOf,
  hasReason,
  orderByEuros,
  orderByWeight,
  type Review,
  rowsToReview,
} from '@portal/list-view';
import type { ReviewChoice, ReviewOrder } from '../kind/kind.ts';
import { isDecided, type Marked } from './marks.ts';
import type { GuardedReview } from './use-review.ts';

/** Weightiest first; those that somebody has put right and reviewed keep their place (rules 14.25 and 14.26). */
export function reviewRows(review: GuardedReview, choice: ReviewChoice, marked: Marked): Uint32Array {
  const { unedited } = review;
  const open = choice === 'guardrails' ? review.breaking : rowsWith(review, choice);
  const delivered = choice === 'guardrails' ? breakingRows(unedited) : rowsWith(unedited, choice);
  const isSettled = (row: number) => isDecided(marked, row) && !isChosen(review, choice, row);
  const settled = marked.done + marked.settled === 0 ? [] : delivered.filter(isSettled);
  const rows = new Uint32Array(open.length + settled.length);
  rows.set(open);
  rows.set(settled, open.length);
  if (choice === 'guardrails') return rows.toSorted();
  return isDueChoice(choice) ? rows : orderByWeight(review, rows);
}

/** What has moved comes before what has not (rule 19.4). */
function rowsWith(review: Review, choice: Exclude<ReviewChoice, 'guardrails'>): Uint32Array {
  if (!isDueChoice(choice)) return rowsToReview(review, choice);
  const due = rowsToReview(review, 'dueReview');
  const moved = choice === 'dueUnmoved' ? [] : due.filter((row) => hasMoved(review, row));
  const unmoved = choice === 'dueMoved' ? [] : due.filter((row) => !hasMoved(review, row));
  return Uint32Array.from([...moved, ...unmoved]);
}

/** AEP, AVP or Umfeld, since it was last looked at. */
export function hasMoved(review: Review, row: number): boolean {
  return flagsOf(review, row).some(({ due }) => due !== undefined && due.moved.length > 0);
}

/** A row has what the choice asks for at its present price. */
export function isChosen(review: GuardedReview, choice: ReviewChoice, row: number): boolean {
  if (choice === 'guardrails') return review.breaches[row] !== 0;
  if (choice === 'all') return review.reasons[row] !== 0;
  if (!isDueChoice(choice)) return hasReason(review, row, choice);
  if (!hasReason(review, row, 'dueReview')) return false;
  return choice === 'dueReview' || (choice === 'dueMoved') === hasMoved(review, row);
}

/** Fixed prices to look at again, all or a part of them (rule 19.4). */
export function isDueChoice(choice: ReviewChoice | undefined): choice is 'dueReview' | 'dueMoved' | 'dueUnmoved' {
  return choice === 'dueReview' || choice === 'dueMoved' || choice === 'dueUnmoved';
}

export function inReviewOrder(review: GuardedReview, rows: Uint32Array, order: ReviewOrder): Uint32Array {
  return order === 'euros' ? orderByEuros(review, rows) : rows;
}
