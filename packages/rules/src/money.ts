import { roundMagnitude } from './round.ts';

/** Integer euro cents. */
export type Cents = number;

/** 99.999,99 €. */
export const MAX_PRICE_CENTS: Cents = 9_999_999;

export type PriceIssue = 'tooManyDecimals' | 'notPositive' | 'tooHigh';

/**
 * Undefined when not finite or with more than two decimals; 4.35 has two, although its binary form has more. Rule 3.1.
 */
export function numberToCents(euros: number): Cents | undefined {
  const cents = Math.round(euros * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== euros) return undefined;
  return cents + 0; // no negative zero
}

/**
 * Halves away from zero: 1.005 gives 101.
 * @throws RangeError when not finite or beyond exact integers
 */
export function roundToCents(euros: number): Cents {
  const magnitude = roundMagnitude(Math.abs(euros), 100, 2);
  if (!Number.isSafeInteger(magnitude)) throw new RangeError(`no amount of money: ${euros}`);
  return euros < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

export function centsToNumber(cents: Cents): number {
  return cents / 100;
}

/** Above 0 and at most 99.999,99 €, whole cents. */
export function isAllowedPrice(cents: Cents): boolean {
  return priceIssue(cents) === undefined;
}

export function priceIssue(cents: Cents): PriceIssue | undefined {
  if (cents <= 0) return 'notPositive';
  if (cents > MAX_PRICE_CENTS) return 'tooHigh';
  return Number.isInteger(cents) ? undefined : 'tooManyDecimals';
}

/** Nothing is rounded. */
export function checkPrice(euros: number): { ok: true; cents: Cents } | { ok: false; issue: PriceIssue } {
  if (euros <= 0) return { ok: false, issue: 'notPositive' };
  if (euros > MAX_PRICE_CENTS / 100) return { ok: false, issue: 'tooHigh' };
  const cents = numberToCents(euros);
  return cents === undefined ? { ok: false, issue: 'tooManyDecimals' } : { ok: true, cents };
}

/** '1.234,56', '−4,20'. By hand: grids call it per cell. */
export function formatCents(cents: Cents): string {
  const magnitude = Math.abs(cents);
  const rest = magnitude % 100;
  const text = `${groupThousands((magnitude - rest) / 100)},${rest < 10 ? '0' : ''}${rest}`;
  return cents < 0 ? `−${text}` : text;
}

/** '+4,27 €' (rule 2.7). */
export function formatDifference(cents: Cents): string {
  return `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${formatCents(Math.abs(cents))} €`;
}

/** Of sums: '5.276', '4,27'. */
export function formatWhole(cents: Cents): string {
  if (Math.abs(cents) < 1000) return formatCents(cents);
  return `${cents < 0 ? '−' : ''}${groupThousands(Math.round(Math.abs(cents) / 100))}`;
}

/** '+5.276 €' */
export function formatWholeDifference(cents: Cents): string {
  return `${cents > 0 ? '+' : ''}${formatWhole(cents)} €`;
}

/** '1234,56': tills read a dot as decimal point. */
export function decimalText(cents: Cents): string {
  const rest = cents % 100;
  return `${(cents - rest) / 100},${rest < 10 ? '0' : ''}${rest}`;
}

/** 42 gives '4,2'. */
export function formatTenths(tenths: number): string {
  const magnitude = Math.abs(tenths);
  const rest = magnitude % 10;
  const text = `${groupThousands((magnitude - rest) / 10)},${rest}`;
  return tenths < 0 ? `−${text}` : text;
}

function groupThousands(whole: number): string {
  if (whole < 1000) return String(whole);
  const tail = whole % 1000;
  return `${groupThousands((whole - tail) / 1000)}.${String(tail).padStart(3, '0')}`;
}
