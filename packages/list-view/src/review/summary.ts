import { deviationPercent } from '@portal/rules';
import type { Review } from './review.ts';
import { hasReason } from './rows.ts';

/** Percent; the first bar has no lower end. */
export const CHANGE_BARS = [-50, -20, -5, 0, 5, 20, 50] as const;

/** Rule 14.27. */
export type ReviewSummary = {
  readonly up: number;
  readonly down: number;
  readonly unchanged: number;
  readonly added: number;
  readonly leaving: number;
  /** Rule 14.17. */
  readonly ownPricesEnd: number;
  /** Rows whose price moves, the largest change first. */
  readonly largest: readonly number[];
  /** -50 to -20 % and so on. */
  readonly bars: readonly number[];
};

export function summarizeReview(
  review: Review,
  rows: Iterable<number>,
  isExcludedAnew: (row: number) => boolean = () => false,
): ReviewSummary {
  const { columns } = review;
  const { before, after, pzn } = columns;
  const counts = { up: 0, down: 0, unchanged: 0, added: 0, leaving: 0, ownPricesEnd: 0 };
  const bars = [0, ...CHANGE_BARS.map(() => 0)];
  const moved: [row: number, percent: number][] = [];
  for (const row of rows) {
    const was = before[row] ?? null;
    const is = after[row] ?? null;
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
  return { ...counts, largest: moved.map(([row]) => row), bars };
}
