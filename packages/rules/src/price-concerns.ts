import type { Cents } from './money.ts';
import { deviationPercent } from './percent.ts';
import type { RowEdit } from './price-list-edit.ts';
import { isBelowPurchasePrice } from './review/list-margin.ts';

/** Percent of the calculated price. */
export const STRONG_DEVIATION_PERCENT = 50;

export type PriceConcern = 'strongDeviation' | 'belowPurchasePrice';

/** Rules 3.15 and 14.3: likely typing errors. Warnings, not refusals. */
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
