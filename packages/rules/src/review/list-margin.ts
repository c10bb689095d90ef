import type { Cents } from '../money.ts';

/** The rates of value added tax in percent (§ 12 UStG). */
export const VAT_PERCENTS = [7, 19] as const;
export type VatPercent = (typeof VAT_PERCENTS)[number];

/** Value added tax of a product that does not say its own, in percent; screens mark it as assumed. */
export const ASSUMED_VAT_PERCENT = 19 satisfies VatPercent;

/**
 * The value added tax to reckon with, for screens and server alike (rule 14.1).
 * @param stated what the product master says, null where it says nothing
 */
export function vatPercentOf(stated: number | null | undefined): number {
  return stated ?? ASSUMED_VAT_PERCENT;
}

/**
 * The price without value added tax, to the cent, halves up (rule 14.1). At 19 and 7 % there are no halves.
 * @param price gross, at least 0
 * @param vatPercent whole percent
 */
export function netPrice(price: Cents, vatPercent: number): Cents {
  return divideHalfUp(price * 100, 100 + vatPercent);
}

/**
 * 'Listen-Spanne' of one pack: price without value added tax less AEP, to the cent, halves up; negative below the purchase
 * price (rule 14.2).
 * @param price gross
 * @param aep net
 */
export function listMargin(price: Cents, aep: Cents, vatPercent: number): Cents {
  return netPrice(price, vatPercent) - aep;
}

/**
 * True for a price whose net part is less than the AEP: VK / (1 + VAT) < AEP, compared without rounding (rule 14.3). A
 * fraction of a cent below it is below, although the margin then rounds to 0.
 */
export function isBelowPurchasePrice(price: Cents, aep: Cents, vatPercent: number): boolean {
  return marginShares(price, aep, vatPercent) < 0;
}

/** The AEP as a gross price: the lowest price that does not lie below it, AEP × (1 + VAT) rounded up to the cent (rule 14.31). */
export function grossPurchasePrice(aep: Cents, vatPercent: number): Cents {
  const shares = aep * (100 + vatPercent);
  return (shares - (shares % 100)) / 100 + (shares % 100 > 0 ? 1 : 0);
}

/**
 * 'Rohertrag' per sales period of the delivery: (VK / (1 + VAT) - AEP) × units, rounded once, halves up (rule 14.4). Not
 * the rounded margin times the units: at 1,000 packs half a cent would be five euros.
 */
export function grossProfit(price: Cents, aep: Cents, units: number, vatPercent: number): Cents {
  return divideHalfUp(marginShares(price, aep, vatPercent) * units, 100 + vatPercent);
}

/**
 * What a change of price does to the 'Rohertrag', if as many are sold as before: (after - before) / (1 + VAT) × units,
 * rounded once, halves up (rule 14.5). The AEP falls out, since both prices are taken at the same one.
 */
export function grossProfitChange(before: Cents, after: Cents, units: number, vatPercent: number): Cents {
  return divideHalfUp((after - before) * 100 * units, 100 + vatPercent);
}

/**
 * Packs that must be sold at the new price to earn the 'Rohertrag' of the old one (rule 14.6), from exact margins, rounded
 * up to whole packs; 0 where the old price earned nothing. Null where a figure is missing, or the new price earns nothing.
 */
export function breakEvenUnits(
  before: Cents | null,
  after: Cents | null,
  aep: Cents | null,
  units: number | null,
  vatPercent: number,
): number | null {
  if (before === null || after === null || aep === null || units === null) return null;
  const margin = marginShares(after, aep, vatPercent);
  if (margin <= 0) return null;
  const earned = marginShares(before, aep, vatPercent) * units;
  return earned <= 0 ? 0 : (earned - (earned % margin)) / margin + (earned % margin > 0 ? 1 : 0);
}

/** The margin as a whole number of 1/(100 + VAT) cents. */
function marginShares(price: Cents, aep: Cents, vatPercent: number): number {
  return price * 100 - aep * (100 + vatPercent);
}

/** Whole numbers divided without a fraction in between; exact while twice the numerator is a safe integer. */
function divideHalfUp(numerator: number, denominator: number): number {
  const doubled = 2 * numerator + denominator;
  const divisor = 2 * denominator;
  const rest = ((doubled % divisor) + divisor) % divisor;
  return (doubled - rest) / divisor;
}
