import { pznCheckDigit } from '@portal/rules';
import type { PricesColumns, PricesPiece } from './prices.ts';

export function createPricesReader(): (piece: PricesPiece) => PricesColumns {
  let seven = 0;
  const pznAfter = (gap: string): string => {
    seven += Number(gap);
    const digits = String(seven).padStart(7, '0');
    return `${digits}${pznCheckDigit(digits)}`;
  };
  return ({ pzn, ...texts }) => {
    const columns: Record<string, readonly unknown[]> = { pzn: valuesOf(pzn).map(pznAfter) };
    for (const [name, text] of Object.entries(texts)) columns[name] = numbersOf(text, pzn === '');
    return columns as unknown as PricesColumns;
  };
}

const valuesOf = (text: string): string[] => (text === '' ? [] : text.split(','));

const COMMA = 44;
const ZERO = 48;

/** Digit by digit: no string for each of 280,000 numbers. */
function numbersOf(text: string, empty: boolean): (number | null)[] {
  if (empty) return [];
  const values: (number | null)[] = [];
  let value: number | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      values.push(value);
      value = null;
    } else value = (value ?? 0) * 10 + (code - ZERO);
  }
  values.push(value);
  return values;
}
