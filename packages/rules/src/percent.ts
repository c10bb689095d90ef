import type { Cents } from './money.ts';
import { formatTenths } from './money.ts';
import { roundHalfAway } from './round.ts';

export { roundHalfAway } from './round.ts';

/** Unrounded (rule 3.10). Null when either is missing or the reference is 0. */
export function deviationPercent(price: Cents | null | undefined, reference: Cents | null | undefined): number | null {
  if (price == null || reference == null || reference === 0) return null;
  // multiplied before dividing: a single rounding
  return ((price - reference) * 100) / reference;
}

/** '−4,2 %' with a no-break space (rule 2.7); zero has no sign. */
export function formatPercent(percent: number, options: { readonly sign?: boolean } = {}): string {
  const rounded = roundHalfAway(percent, 1);
  const prefix = rounded < 0 ? '−' : options.sign && rounded > 0 ? '+' : '';
  return `${prefix}${formatTenths(Math.abs(Math.round(rounded * 10)))}\u00a0%`;
}
