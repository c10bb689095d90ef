import { type Cents, type PriceIssue, priceIssue } from './money.ts';
import { mayPartThousands, readPriceText, roundedCents } from './price-text.ts';
import { readScan } from './scan.ts';

export type PriceInputIssue = PriceIssue | 'notANumber' | 'ambiguous';

export type PriceInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'price'; readonly cents: Cents }
  | { readonly kind: 'issue'; readonly reason: PriceInputIssue };

/**
 * Reads a price as a file holds it: '4,99', '4.99', '1.234,56', '1,234.56', '4,9', '12', each with '€' or 'EUR' and blanks
 * around. There is no one to ask about a file, so it is read strictly (typed prices: `readTypedPrice`): a lone separator before
 * exactly three digits ('4,999', '1.234') can mean thousands or decimals and is an issue; more than two decimals, a number that
 * begins or ends with its separator, exponents, formulas, PZNs and other codes, prices ≤ 0 and above 99.999,99 € are issues too.
 */
export function parsePriceInput(text: string): PriceInput {
  const number = readPriceText(text);
  if (number === 'empty') return { kind: 'empty' };
  if (number === undefined) return { kind: 'issue', reason: 'notANumber' };
  if (readScan(text)) return { kind: 'issue', reason: 'notANumber' };
  if (mayPartThousands(number)) return { kind: 'issue', reason: 'ambiguous' };
  if (number.dangling) return { kind: 'issue', reason: 'notANumber' };
  if (number.negative) return { kind: 'issue', reason: 'notPositive' };
  if (number.decimals.length > 2) return { kind: 'issue', reason: 'tooManyDecimals' };
  const cents = roundedCents(number);
  const reason = priceIssue(cents);
  return reason === undefined ? { kind: 'price', cents } : { kind: 'issue', reason };
}
