import type { Cents } from '../../money.ts';
import type { CommonFactor, FactorCause } from './doubt.ts';

/** `followsAvp` explains a moderate change. */
export type PricePair = {
  readonly before: Cents;
  readonly after: Cents;
  readonly followsAvp?: boolean;
  readonly isExplained?: boolean;
  readonly isRepair?: boolean;
};

export type KnownFactor = { readonly factor: number; readonly cause: FactorCause; readonly isMajor: boolean };

/** Minor factors could be an ordinary rise, so they need more evidence. */
export const NAMED_FACTORS: readonly KnownFactor[] = [
  { factor: 1 / 1.19, cause: 'vatRemoved', isMajor: true },
  { factor: 1.19, cause: 'vatAdded', isMajor: true },
  { factor: 0.01, cause: 'decimalLeft', isMajor: true },
  { factor: 100, cause: 'decimalRight', isMajor: true },
  { factor: 0.1, cause: 'decimalLeft', isMajor: true },
  { factor: 10, cause: 'decimalRight', isMajor: true },
  { factor: 1 / 1.07, cause: 'vatRemoved', isMajor: false },
  { factor: 1.07, cause: 'vatAdded', isMajor: false },
  { factor: 1.07 / 1.19, cause: 'vatRateLowered', isMajor: false },
  { factor: 1.19 / 1.07, cause: 'vatRateRaised', isMajor: false },
];

/** Never an ordinary change. */
export function isNamedFactor(factor: number): boolean {
  return [1.19, 10, 100].some((each) => Math.abs(factor / each - 1) < 1e-9 || Math.abs(factor * each - 1) < 1e-9);
}

const ROUNDED_BAND = 0.12;

export function hasFactor(
  { before, after }: PricePair,
  { factor, otherFactor, exact }: Pick<CommonFactor, 'factor' | 'otherFactor' | 'exact'>,
): boolean {
  if (before === after) return false;
  if (otherFactor && hasFactor({ before, after }, { factor: otherFactor, exact })) return true;
  if (exact) return Math.abs(after - before * factor) < Math.max(1, factor);
  return Math.abs(after / before / factor - 1) <= ROUNDED_BAND;
}

/** A whole percentage may fit better. */
export function isBestFit(pairs: readonly PricePair[], rows: number): boolean {
  return countRows(pairs, mostCommonFactor(pairs)) <= BETTER * rows;
}
const BETTER = 1.03;

export function countRows(pairs: readonly PricePair[], factor: number): number {
  return pairs.filter((pair) => hasFactor(pair, { factor, exact: true })).length;
}

const MAX_SAMPLE = 2000;

export function mostCommonFactor(pairs: readonly PricePair[]): number {
  const every = Math.ceil(pairs.length / MAX_SAMPLE);
  const sample = pairs.filter((_, at) => at % every === 0);
  const ends = sample.flatMap(({ before, after }): [at: number, step: 1 | -1][] => [
    [(after - 1) / before, 1],
    [(after + 1) / before, -1],
  ]);
  ends.sort(([a], [b]) => a - b);
  let [open, most, from, to] = [0, 0, 1, 1];
  for (const [index, [at, step]] of ends.entries()) {
    open += step;
    if (open <= most) continue;
    most = open;
    from = at;
    to = ends[index + 1]?.[0] ?? at;
  }
  return (from + to) / 2;
}

export type FoundFactor = Omit<CommonFactor, 'unexplained'>;
