import type { Cents } from '../money.ts';

/**
 * What the euros at stake count in the rank of a row, which is effect × deviation (rule 14.23): 1 for nothing, one more for
 * every tenfold. Sales differ by thousands: times the plain euros, a tenth of a percent on the best seller would come before
 * a decimal slip on a slow one.
 * @param cents of the effect, or of what is at stake if that is more; at least 0
 */
export function riskMagnitude(cents: Cents): number {
  return 1 + Math.log10(1 + cents / 100);
}
