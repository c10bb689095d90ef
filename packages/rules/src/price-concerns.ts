import type { Cents } from './money.ts';
import { deviationPercent } from './percent.ts';
import type { RowEdit } from './price-list-edit.ts';
import { isBelowPurchasePrice } from './review/list-margin.ts';

/** An entered price further than this from the calculated price, in percent, is worth a second look. */
export const STRONG_DEVIATION_PERCENT = 50;

export type PriceConcern = 'strongDeviation' | 'belowPurchasePrice';

/**
 * What speaks for a typing error in an entered price: it lies more than half away from the calculated price (from the
 * AVP where there is none) or, without value added tax, below the AEP (rules 3.15 and 14.3). Warnings, not refusals; an exclusion has no price to doubt.
 */
export function editConcerns(
  { ownPrice, exclusion }: RowEdit,
  basis: { readonly expected: Cents | null; readonly purchase: Cents | null; readonly vatPercent: number },
): PriceConcern[] {
  if (ownPrice === null || exclusion) return [];
  const concerns: PriceConcern[] = [];
  const { expected, purchase, vatPercent } = basis;
  const deviation = deviationPercent(ownPrice, expected);
  if (deviation !== null && Math.abs(deviation) > STRONG_DEVIATION_PERCENT) concerns.push('strongDeviation');
  if (purchase !== null && isBelowPurchasePrice(ownPrice, purchase, vatPercent)) concerns.push('belowPurchasePrice');
  return concerns;
}
