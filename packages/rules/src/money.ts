import { roundMagnitude } from './round.ts';

/** An amount of money in whole euro cents; always an integer. */
export type Cents = number;

/** The highest price that can be stored: 99.999,99 €. */
export const MAX_PRICE_CENTS: Cents = 9_999_999;

export type PriceIssue = 'tooManyDecimals' | 'notPositive' | 'tooHigh';

/**
 * Euros to cents. Undefined when the number is not finite or has more than two decimals; 4.35 has two, although
 * its binary form has more (rule 3.1).
 */
export function numberToCents(euros: number): Cents | undefined {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== euros) return undefined;
  return cents + 0; // no negative zero
}

/**
 * Euros to the nearest cent, halves away from zero: 1.005 gives 101.
 * @throws RangeError when the amount is not finite or beyond exact integers
 */
export function roundToCents(euros: number): Cents {
  const magnitude = roundMagnitude(Math.abs(euros), 100, 2);
  if (!Number.isSafeInteger(magnitude)) throw new RangeError(`no amount of money: ${euros}`);
  return euros < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Cents to euros, the number nearest to the decimal amount. */
export function centsToNumber(cents: Cents): number {
  return cents / 100;
}

/** True for a price that may be stored: above 0 and at most 99.999,99 €, in whole cents. */
export function isAllowedPrice(cents: Cents): boolean {
  return priceIssue(cents) === undefined;
}

/** The issue of a price in cents, undefined when it may be stored. */
export function priceIssue(cents: Cents): PriceIssue | undefined {
  if (cents <= 0) return 'notPositive';
  if (cents > MAX_PRICE_CENTS) return 'tooHigh';
  return Number.isInteger(cents) ? undefined : 'tooManyDecimals';
}

/** Validates a price in euros as it comes over the wire, where nothing is rounded. */
export function checkPrice(euros: number): { ok: true; cents: Cents } | { ok: false; issue: PriceIssue } {
  if (euros <= 0) return { ok: false, issue: 'notPositive' };
  if (euros > MAX_PRICE_CENTS / 100) return { ok: false, issue: 'tooHigh' };
  const cents = numberToCents(euros);
  return cents === undefined ? { ok: false, issue: 'tooManyDecimals' } : { ok: true, cents };
}

/** German amount without currency: 123456 gives '1.234,56'. Made by hand, since grids call it for every cell. */
export function formatCents(cents: Cents): string {
  const magnitude = Math.abs(cents);
  const rest = magnitude % 100;
  const text = `${groupThousands((magnitude - rest) / 100)},${rest < 10 ? '0' : ''}${rest}`;
  return cents < 0 ? `-${text}` : text;
}

/** A difference of money with its sign: 427 gives '+4,27 €' (rule 2.7). */
export function formatDifference(cents: Cents): string {
  return `${cents > 0 ? '+' : ''}${formatCents(cents)} €`;
}

/** Euros of a file: 123456 gives '1234,56'. No dots between thousands, which tills take for decimal points. */
export function decimalText(cents: Cents): string {
  const rest = cents % 100;
  return `${(cents - rest) / 100},${rest < 10 ? '0' : ''}${rest}`;
}

/** German number with one decimal from whole tenths: 42 gives '4,2'. */
export function formatTenths(tenths: number): string {
  const magnitude = Math.abs(tenths);
  const rest = magnitude % 10;
  const text = `${groupThousands((magnitude - rest) / 10)},${rest}`;
  return tenths < 0 ? `-${text}` : text;
}

function groupThousands(whole: number): string {
  if (whole < 1000) return String(whole);
  const tail = whole % 1000;
  return `${groupThousands((whole - tail) / 1000)}.${String(tail).padStart(3, '0')}`;
}
