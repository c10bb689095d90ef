import { deliveredEffects, type RowEdits } from '@portal/list-view';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import type { DoubtfulRows } from './confirm-rows.ts';

const NONE: DoubtfulRows = { jumps: [], belowAep: [] };

/** Rule 14.42: more than half off, or below the AEP. Edited rows are judged by their edit. */
export function deliveredDoubt<T extends KindTypes>(
  { confirms, rules }: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  review: GuardedReview | undefined,
): DoubtfulRows {
  if (confirms !== 'approve' || !review) return NONE;
  const { overHalf, belowPurchasePrice } = deliveredEffects(review.unedited).rows;
  const counts = (row: number) => !edits.has(model.columns.pzn[row] as string) && !rules.isSetApart(model, row);
  return { jumps: overHalf.filter(counts), belowAep: belowPurchasePrice.filter(counts) };
}
