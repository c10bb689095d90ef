import type { Cents } from '../money.ts';
import type { RiskContext, RiskRow, RiskVerdict } from './risk.ts';

/** Index: the digit. */
export type Endings = readonly number[];

const FEWEST_PRICES = 200;

export function countEndings(prices: readonly (Cents | null)[]): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const price of prices) if (price !== null) (counts[price % 10] as number)++;
  return counts;
}

/**
 * Share in the collection where it is most usual. Null: none is large enough.
 * @param collections the list and the delivery
 */
export function endingShares(...collections: readonly Endings[]): readonly number[] | null {
  const shares = Array.from({ length: 10 }, () => 0);
  let known = false;
  for (const counts of collections) {
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum < FEWEST_PRICES) continue;
    known = true;
    for (let digit = 0; digit < 10; digit++) {
      shares[digit] = Math.max(shares[digit] as number, (counts[digit] as number) / sum);
    }
  }
  return known ? shares : null;
}

/** The rarer, the more it counts (rule 14.19). */
export function unusualEnding(
  { before, after }: RiskRow,
  shares: readonly number[] | null,
  { limits, standing }: RiskContext,
): RiskVerdict {
  if (after === null || (!standing && after === before)) return 'fine';
  if (shares === null) return 'unknown';
  const share = shares[after % 10] as number;
  if (share >= limits.endingShare) return 'fine';
  return {
    reason: 'unusualEnding',
    basis: 'endings',
    reference: null,
    percent: share * 100,
    deviation: -Math.log10(Math.max(share, 1e-4)),
    stake: 0,
    neighbour: null,
  };
}
