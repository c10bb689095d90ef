import { type Cents, isAllowedPrice, type PriceIssue, priceIssue } from './money.ts';
import { mayPartThousands, type PriceText, readPriceText, roundedCents } from './price-text.ts';
import { readScan } from './scan.ts';

/** `code`: a scan. */
export type TypedPriceIssue = Exclude<PriceIssue, 'tooManyDecimals'> | 'notANumber' | 'code';

export type TypedPrice =
  | { readonly kind: 'empty' }
  /** `rounded`: digits were lost; screens show it. */
  | { readonly kind: 'price'; readonly cents: Cents; readonly rounded: boolean }
  /** `thousands` null: above the highest price. */
  | { readonly kind: 'question'; readonly decimals: Cents; readonly thousands: Cents | null }
  | { readonly kind: 'issue'; readonly reason: TypedPriceIssue };

/**
 * Rule 3.11: rounded to two decimals, halves away from zero. A comma is decimal; a dot before exactly three digits is a
 * question. A scanned code is not a price (rule 2.40).
 */
export function readTypedPrice(text: string): TypedPrice {
  if (readScan(text)) return { kind: 'issue', reason: 'code' };
  const number = readPriceText(text);
  if (number === 'empty') return { kind: 'empty' };
  if (number === undefined) return { kind: 'issue', reason: 'notANumber' };
  if (number.negative) return { kind: 'issue', reason: 'notPositive' };
  if (number.lone !== '.' || !mayPartThousands(number)) return checked(number);
  const joined = { whole: number.whole + number.decimals, decimals: '' };
  const thousands = roundedCents(joined);
  return {
    kind: 'question',
    decimals: roundedCents(number),
    thousands: isAllowedPrice(thousands) ? thousands : null,
  };
}

function checked(number: Pick<PriceText, 'whole' | 'decimals'>): TypedPrice {
  const cents = roundedCents(number);
  const reason = priceIssue(cents);
  if (reason === undefined) return { kind: 'price', cents, rounded: /[1-9]/.test(number.decimals.slice(2)) };
  return { kind: 'issue', reason: reason === 'tooHigh' ? 'tooHigh' : 'notPositive' };
}
