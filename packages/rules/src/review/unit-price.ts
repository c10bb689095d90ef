import type { Cents } from '../money.ts';
import type { PackSize } from './pack-size.ts';

/** What a price is given for, with how many of the pack's units that are (§ 5 PAngV; pieces are counted alike). */
const PER = { st: ['st', 1], g: ['kg', 1000], ml: ['l', 1000], mm: ['m', 1000] } as const;

/** The price of a piece, kilogram, litre or metre. */
export type UnitPrice = {
  /** whole cents; of a piece, which may cost less than a cent, to a tenth of one */
  readonly cents: number;
  readonly per: (typeof PER)[keyof typeof PER][0];
};

/**
 * What a price comes to for each piece, kilogram, litre or metre, rounded once, halves up (rule 14.30).
 * @param price gross, of the whole pack
 */
export function unitPrice(price: Cents, { amount, unit }: PackSize): UnitPrice {
  const [per, units] = PER[unit];
  const parts = per === 'st' ? 10 : 1;
  return { cents: Math.round((price * units * parts) / amount) / parts, per };
}
