import { pznCheckDigit } from '@portal/rules';
import { z } from 'zod';
import type { ProductColumns, priceListColumns } from './price-list-row.ts';

/** The whole numbers of a column with commas between, and nothing where there is none: `999,,1250`. */
const numbers = z.string().regex(/^[\d,]*$/);

/** The columns of a price list without what is known of its products, each as one text: half of what it weighs as JSON (ADR 73). */
export const pricesPiece = z.object({
  /** By how much the first seven digits are more than those of the row before: the eighth follows from them. */
  pzn: numbers,
  peCluster: numbers,
  vhCluster: numbers,
  units: numbers,
  avp: numbers,
  aep: numbers,
  vhp: numbers,
  priceMin: numbers,
  priceAvg: numbers,
  priceMax: numbers,
  calculatedPrice: numbers,
  formerPrice: numbers,
  ownPrice: numbers,
  date: numbers,
  priceType: numbers,
});
export type PricesPiece = z.infer<typeof pricesPiece>;

/** The columns that the texts stand for. */
export type PricesColumns = Omit<z.infer<typeof priceListColumns>, Exclude<keyof ProductColumns, 'pzn'>>;

/** Reads the pieces of one list, in their order. */
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

/** A column of one row without a value is as empty as one of no row. Read digit by digit, without a text for each of 280,000 numbers. */
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
