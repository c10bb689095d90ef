import { deliveredEffects, type RowEdits } from '@portal/list-view';
import type { Kind, KindTypes } from '../kind.ts';
import type { GuardedReview } from '../review/use-review.ts';

export type DeliveredDoubt = {
  readonly rows: readonly number[];
  readonly why: 'overHalf' | 'belowPurchasePrice' | 'both';
};

const NONE: DeliveredDoubt = { rows: [], why: 'both' };

/** Rule 14.42: more than half off, or below the AEP. Edited rows are judged by their edit. */
export function deliveredDoubt<T extends KindTypes>(
  { confirms, rules }: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  review: GuardedReview | undefined,
): DeliveredDoubt {
  if (confirms !== 'approve' || !review) return NONE;
  const { overHalf, belowPurchasePrice } = deliveredEffects(review.unedited).rows;
  const counts = (row: number) => !edits.has(model.columns.pzn[row] as string) && !rules.isSetApart(model, row);
  const [moved, below] = [overHalf.filter(counts), belowPurchasePrice.filter(counts)];
  const why = below.length === 0 ? 'overHalf' : moved.length === 0 ? 'belowPurchasePrice' : 'both';
  return { rows: [...new Set([...below, ...moved])], why };
}
