import { deviationPercent } from '@portal/rules';
import type { Review } from './review.ts';
import { hasReason } from './rows.ts';

/** Lower ends of the bars of a distribution of changes, in percent; the first bar has none. */
export const CHANGE_BARS = [-50, -20, -5, 0, 5, 20, 50] as const;

/** What saving or approving does to a list, before anybody does it (rule 14.27). */
export type ReviewSummary = {
  readonly up: number;
  readonly down: number;
  readonly unchanged: number;
  /** Sold from then on. */
  readonly added: number;
  /** Sold no more, or excluded before it ever was. */
  readonly leaving: number;
  /** Own and permanent prices that give way to the calculated price or to none (rule 14.17). */
  readonly ownPricesEnd: number;
  /** Rows with a reason to look at them. */
  readonly toReview: number;
  /** The rows with the largest changes in percent, the largest first; at most ten. */
  readonly largest: readonly number[];
  /** How many changed prices move by less than -50 %, by -50 to -20 % … by 50 % and more. */
  readonly bars: readonly number[];
};

const LARGEST = 10;

/**
 * Counts what becomes of the given rows.
 * @param isExcludedAnew whether a row becomes an exclusion that it is not today; one that has no price before and after does not stay as it is then
 */
export function summarizeReview(
  review: Review,
  rows: Iterable<number>,
  isExcludedAnew: (row: number) => boolean = () => false,
): ReviewSummary {
  const { columns, reasons } = review;
  const { before, after, pzn } = columns;
  const counts = { up: 0, down: 0, unchanged: 0, added: 0, leaving: 0, ownPricesEnd: 0, toReview: 0 };
  const bars = [0, ...CHANGE_BARS.map(() => 0)];
  const moved: [row: number, percent: number][] = [];
  for (const row of rows) {
    const was = before[row] ?? null;
    const is = after[row] ?? null;
    if (reasons[row] !== 0) counts.toReview++;
    if (hasReason(review, row, 'ownPriceEnds')) counts.ownPricesEnd++;
    if (was === is && is === null && isExcludedAnew(row)) counts.leaving++;
    else if (was === is) counts.unchanged++;
    else if (was === null) counts.added++;
    else if (is === null) counts.leaving++;
    else {
      counts[is > was ? 'up' : 'down']++;
      const percent = deviationPercent(is, was) ?? 0;
      moved.push([row, percent]);
      (bars[CHANGE_BARS.filter((end) => percent >= end).length] as number)++;
    }
  }
  const size = (percent: number) => Math.abs(percent);
  moved.sort(([a, x], [b, y]) => size(y) - size(x) || ((pzn[a] as string) < (pzn[b] as string) ? -1 : 1));
  return { ...counts, largest: moved.slice(0, LARGEST).map(([row]) => row), bars };
}
