import type { Cents } from '../money.ts';
import type { PackSize } from './pack-size.ts';

/** § 5 PAngV. */
const PER = { st: ['st', 1], g: ['kg', 1000], ml: ['l', 1000], mm: ['m', 1000] } as const;

export type UnitPrice = {
  /** cents; of a piece to a tenth */
  readonly cents: number;
  readonly per: (typeof PER)[keyof typeof PER][0];
};

/**
 * Rounded once, halves up (rule 14.30).
 * @param price gross, of the pack
 */
export function unitPrice(price: Cents, { amount, unit }: PackSize): UnitPrice {
  const [per, units] = PER[unit];
  const parts = per === 'st' ? 10 : 1;
  return { cents: Math.round((price * units * parts) / amount) / parts, per };
}
