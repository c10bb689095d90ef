import { type Cents, type PriceIssue, priceIssue } from './money.ts';
import { centDecimals, mayPartThousands, readPriceText, roundedCents } from './price-text.ts';
import { readScan } from './scan.ts';

export type PriceInputIssue = PriceIssue | 'notANumber' | 'ambiguous';

export type PriceInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'price'; readonly cents: Cents }
  | { readonly kind: 'issue'; readonly reason: PriceInputIssue };

/**
 * Strict, as nobody can be asked: ambiguous separators, more than two decimals, exponents, formulas, codes and prices
 * outside 0.01 to 99.999,99 € are issues.
 */
export function parsePriceInput(text: string): PriceInput {
  const number = readPriceText(text);
  if (number === 'empty') return { kind: 'empty' };
  if (number === undefined) return { kind: 'issue', reason: 'notANumber' };
  if (readScan(text)) return { kind: 'issue', reason: 'notANumber' };
  if (mayPartThousands(number)) return { kind: 'issue', reason: 'ambiguous' };
  if (number.dangling) return { kind: 'issue', reason: 'notANumber' };
  if (number.negative) return { kind: 'issue', reason: 'notPositive' };
  if (centDecimals(number.decimals) === undefined) return { kind: 'issue', reason: 'tooManyDecimals' };
  const cents = roundedCents(number);
  const reason = priceIssue(cents);
  return reason === undefined ? { kind: 'price', cents } : { kind: 'issue', reason };
}
