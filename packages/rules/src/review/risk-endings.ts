import type { Cents } from '../money.ts';
import type { RiskContext, RiskRow, RiskVerdict } from './risk.ts';

/** How many prices end in each digit, 0 to 9. */
export type Endings = readonly number[];

/** Fewer prices say nothing about a pharmacy's habits. */
const FEWEST_PRICES = 200;

/** Counts the last digits of prices. */
export function countEndings(prices: readonly (Cents | null)[]): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const price of prices) if (price !== null) (counts[price % 10] as number)++;
  return counts;
}

/**
 * How usual each ending is: its share of the prices, in the collection where it is most usual. Null where no collection is
 * large enough.
 * @param collections the pharmacy's list, and the delivery itself, which may end its prices in another way as a whole
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

/** A new price ends in a digit that hardly any price of this pharmacy ends in (rule 14.19). The rarer, the more it counts. */
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
