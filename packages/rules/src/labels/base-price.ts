import type { Cents } from '../money.ts';
import { formatCents } from '../money.ts';
import { readPackSize } from '../review/pack-size.ts';
import { unitPrice } from '../review/unit-price.ts';

/** A Grundpreis: the price of one kilogram, litre or metre (§ 5 (1) PAngV), gross, in whole cents. */
export type BasePrice = { readonly cents: Cents; readonly per: 'kg' | 'l' | 'm' };

/**
 * Why a label has no Grundpreis (rules 16.1 to 16.3).
 * - `pieces`: sold by the piece
 * - `small`: less than 10 g or 10 ml, § 4 (3) No. 1 PAngV
 * - `mixed`: different things in one pack, § 4 (3) No. 2 PAngV
 * - `same`: it would be the price itself, § 4 (1) sentence 2 PAngV
 * - `unreadable`: the content says no amount that could be relied on
 */
export type NoBasePrice = 'pieces' | 'small' | 'mixed' | 'same' | 'unreadable';

/** Grams or millilitres from which on a Grundpreis is asked for. */
const SMALLEST = 10;
/** Doses and packs count as pieces: neither says a weight or volume. */
const PIECES = /^(?:\d+\s*[x×]\s*)*[1-9]\d*\s*(?:hub|p)\.?$/i;
/** '10X10 cm' measures one piece; only metres alone are how much of something is sold. */
const METRES = /^\s*\d+(?:[.,]\d+)?\s*m\s*$/i;

/**
 * The Grundpreis that a label shows beside the price, or why it shows none (rules 16.1 to 16.4). Rounded once, halves up.
 * @param price gross, of the whole pack, above 0
 * @param content of the pack as the master writes it: '100 ml', '2X50 ml', '20 g + 20 g', '20 St'
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

/** As it stands on a label: '1 l = 49,75 €'. */
export function basePriceText({ cents, per }: BasePrice): string {
  return `1 ${per} = ${formatCents(cents)} €`;
}
