import { mayPartThousands, readPriceText } from './price-text.ts';
import { readScan } from './scan.ts';

export type TypedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  /** '1.234': 1.234 or 1234 */
  | { readonly kind: 'question'; readonly decimals: number; readonly thousands: number }
  | { readonly kind: 'issue' };

/** As typed prices (rule 3.11). A scanned code is not a number (rule 2.40). */
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
