import type { Cents } from '../money.ts';

/**
 * The place of a row among those to be looked at: effect × deviation, higher first (rule 14.23). The effect counts by its
 * magnitude, each tenfold one step, since sales differ by thousands: times the plain euros a tenth of a percent on the
 * best seller would come before a decimal slip on a slow one.
 * @param euroEffect cents, whatever sign: what the change does to the 'Rohertrag', or what is at stake if that is more
 * @param deviation the sum over the row's reasons
 */
export function riskScore(euroEffect: Cents, deviation: number): number {
  return (1 + Math.log10(1 + Math.abs(euroEffect) / 100)) * deviation;
}
