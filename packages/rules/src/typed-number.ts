import { mayPartThousands, readPriceText } from './price-text.ts';
import { readScan } from './scan.ts';

export type TypedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  /** '1.234': 1.234 with decimals or 1234 */
  | { readonly kind: 'question'; readonly decimals: number; readonly thousands: number }
  | { readonly kind: 'issue' };

/**
 * Reads a number that a person types into a field, '1.234,5' or '-3', also behind or before '%' and '€'. As in a typed price a comma is
 * decimal, and a dot before exactly three digits asks (rule 3.11). A scanned code is not a number (rule 2.40).
 */
export function readTypedNumber(text: string): TypedNumber {
  if (readScan(text)) return { kind: 'issue' };
  const number = readPriceText(text.replaceAll('%', ''));
  if (number === 'empty') return { kind: 'empty' };
  if (number === undefined) return { kind: 'issue' };
  const { whole, decimals, negative } = number;
  const signed = (digits: string) => (negative ? -Number(digits) : Number(digits));
  const value = signed(`${whole || '0'}.${decimals || '0'}`);
  if (number.lone !== '.' || !mayPartThousands(number)) return { kind: 'number', value };
  return { kind: 'question', decimals: value, thousands: signed(whole + decimals) };
}
