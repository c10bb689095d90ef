import type { Cents } from '../money.ts';
import { formatCents } from '../money.ts';
import { readPackSize } from '../review/pack-size.ts';
import { unitPrice } from '../review/unit-price.ts';

/** Per kilogram, litre or metre (§ 5 (1) PAngV), gross. */
export type BasePrice = { readonly cents: Cents; readonly per: 'kg' | 'l' | 'm' };

/**
 * Rules 16.1 to 16.3.
 * - `small`: less than 10 g or 10 ml, § 4 (3) No. 1 PAngV
 * - `mixed`: § 4 (3) No. 2 PAngV
 * - `same`: the price itself, § 4 (1) sentence 2 PAngV
 */
export type NoBasePrice = 'pieces' | 'small' | 'mixed' | 'same' | 'unreadable';

/** Grams or millilitres. */
const SMALLEST = 10;
/** Doses and packs count as pieces. */
const PIECES = /^(?:\d+\s*[x×]\s*)*[1-9]\d*\s*(?:hub|p)\.?$/i;
/** '10X10 cm' measures one piece. */
const METRES = /^\s*\d+(?:[.,]\d+)?\s*m\s*$/i;

/**
 * Rules 16.1 to 16.4; rounded once, halves up.
 * @param price gross, above 0
 * @param content '100 ml', '2X50 ml', '20 g + 20 g', '20 St'
 */
export function basePrice(price: Cents, content: string | null): BasePrice | NoBasePrice {
  const size = readPackSize(content);
  if (!size) return unread(content ?? '');
  if (size.unit === 'st') return 'pieces';
  if (size.unit === 'mm' && !METRES.test(content ?? '')) return 'unreadable';
  if (size.unit !== 'mm' && size.amount < SMALLEST) return 'small';
  if (size.amount === 1000) return 'same';
  const { cents, per } = unitPrice(price, size);
  return { cents, per: per as BasePrice['per'] };
}

function unread(content: string): NoBasePrice {
  if (PIECES.test(content.trim())) return 'pieces';
  const parts = content.split('+').map(readPackSize);
  return parts.length > 1 && parts.every(Boolean) ? 'mixed' : 'unreadable';
}

/** '1 l = 49,75 €'. */
export function basePriceText({ cents, per }: BasePrice): string {
  return `1 ${per} = ${formatCents(cents)} €`;
}
