import { type Cents, isAllowedPrice, type PriceIssue, priceIssue } from './money.ts';
import { mayPartThousands, type PriceText, readPriceText, roundedCents } from './price-text.ts';
import { readScan } from './scan.ts';

/** `code`: what a scanner types. */
export type TypedPriceIssue = Exclude<PriceIssue, 'tooManyDecimals'> | 'notANumber' | 'code';

export type TypedPrice =
  | { readonly kind: 'empty' }
  /** `rounded`: digits after the second decimal were lost, which the screen has to show. */
  | { readonly kind: 'price'; readonly cents: Cents; readonly rounded: boolean }
  /** '1.234': 1,23 or 1.234,00; `thousands` is null where that reading is above the highest price. */
  | { readonly kind: 'question'; readonly decimals: Cents; readonly thousands: Cents | null }
  | { readonly kind: 'issue'; readonly reason: TypedPriceIssue };

/**
 * Reads a price that a person types into a list (rule 3.11: 'rounded to two decimals'), blanks and '€' or 'EUR' around
 * it allowed. Rounded on its decimal digits, halves away from zero; the result must be above 0 and at most 99.999,99 €.
 * - A comma is decimal: '4,999' is 5,00. Only where the text itself says otherwise ('1,234.56', '1,234,567') it parts thousands.
 * - A dot before exactly three digits ('1.234') can mean either, and only the person knows: a question. '0.999', '1234.567' and
 *   '1.234,-' leave no choice.
 * - A scanned code is no price, whatever number its digits would make (rule 2.40).
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
  // whole cents: roundedCents gives nothing else
  return { kind: 'issue', reason: reason === 'tooHigh' ? 'tooHigh' : 'notPositive' };
}
