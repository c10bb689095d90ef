import type { Cents } from '../money.ts';

/** Percent (§ 12 UStG). */
export const VAT_PERCENTS = [7, 19] as const;
export type VatPercent = (typeof VAT_PERCENTS)[number];

/** Percent; screens mark it as assumed. */
export const ASSUMED_VAT_PERCENT = 19 satisfies VatPercent;

/**
 * Rule 14.1.
 * @param stated of the product master
 */
export function vatPercentOf(stated: number | null | undefined): number {
  return stated ?? ASSUMED_VAT_PERCENT;
}

/**
 * Cents, halves up (rule 14.1).
 * @param price gross
 * @param vatPercent whole percent
 */
export function netPrice(price: Cents, vatPercent: number): Cents {
  return divideHalfUp(price * 100, 100 + vatPercent);
}

/**
 * Net price less AEP, cents, halves up; may be negative (rule 14.2).
 * @param price gross
 * @param aep net
 */
export function listMargin(price: Cents, aep: Cents, vatPercent: number): Cents {
  return netPrice(price, vatPercent) - aep;
}

/** Percent of the net price, unrounded (rule 14.2). */
export function marginPercent(price: Cents, aep: Cents, vatPercent: number): number {
  return 100 - (aep * (100 + vatPercent)) / price;
}

/** VK / (1 + VAT) < AEP, without rounding (rule 14.3). */
export function isBelowPurchasePrice(price: Cents, aep: Cents, vatPercent: number): boolean {
  return marginShares(price, aep, vatPercent) < 0;
}

/** AEP × (1 + VAT), rounded up to the cent (rule 14.31). */
export function grossPurchasePrice(aep: Cents, vatPercent: number): Cents {
  const shares = aep * (100 + vatPercent);
  return (shares - (shares % 100)) / 100 + (shares % 100 > 0 ? 1 : 0);
}

/** (VK / (1 + VAT) - AEP) × units, rounded once, halves up (rule 14.4). */
export function grossProfit(price: Cents, aep: Cents, units: number, vatPercent: number): Cents {
  return divideHalfUp(marginShares(price, aep, vatPercent) * units, 100 + vatPercent);
}

/** What the effect of a changed price lacks. */
export type EffectLack = 'added' | 'leaving' | 'units';

/** Rule 14.5; null: nothing. */
export function effectLack(before: Cents | null, after: Cents | null, units: number | null): EffectLack | null {
  if (before === null) return 'added';
  if (after === null) return 'leaving';
  return units === null ? 'units' : null;
}

/** (after - before) / (1 + VAT) × units, rounded once, halves up (rule 14.5). */
export function grossProfitChange(before: Cents, after: Cents, units: number, vatPercent: number): Cents {
  return divideHalfUp((after - before) * 100 * units, 100 + vatPercent);
}

/**
 * Rule 14.6: from exact margins, whole packs rounded up; 0 where the old price earned nothing, null where the new one
 * does or a figure is missing.
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

/** In 1/(100 + VAT) cents. */
function marginShares(price: Cents, aep: Cents, vatPercent: number): number {
  return price * 100 - aep * (100 + vatPercent);
}

/** Exact while twice the numerator is a safe integer. */
function divideHalfUp(numerator: number, denominator: number): number {
  const doubled = 2 * numerator + denominator;
  const divisor = 2 * denominator;
  const rest = ((doubled % divisor) + divisor) % divisor;
  return (doubled - rest) / divisor;
}
