import type { Cents } from '../money.ts';

/**
 * Rule 14.23: 1 for nothing, one more per tenfold, since sales differ by thousands.
 * @param cents at least 0
 */
export function riskMagnitude(cents: Cents): number {
  return 1 + Math.log10(1 + cents / 100);
}
