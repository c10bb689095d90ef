import { deliveredEffects, type RowEdits } from '@portal/list-view';
import type { Kind, KindTypes } from '../kind.ts';
import type { GuardedReview } from '../review/use-review.ts';

/** Prices of a package, none of them somebody's own, that are worth a second look, and why. */
export type DeliveredDoubt = {
  readonly rows: readonly number[];
  readonly why: 'overHalf' | 'belowPurchasePrice' | 'both';
};

const NONE: DeliveredDoubt = { rows: [], why: 'both' };

/**
 * What a package does that a typing error would be pointed out for (rule 14.42): a price more than half off the one in force, or below the
 * AEP without value added tax. Rows that somebody has edited are judged by their edit.
 * @param review undefined while it is on its way
 */
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
