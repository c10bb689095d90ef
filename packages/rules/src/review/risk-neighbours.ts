import type { Cents } from '../money.ts';
import type { PackSize } from './pack-size.ts';
import { flagOf, type RiskContext, type RiskVerdict, SAME_PERCENT } from './risk.ts';

/** What is compared of two rows. */
export type Neighbour = {
  readonly row: number;
  readonly before: Cents | null;
  readonly after: Cents | null;
};
export type Pack = Neighbour & { readonly size: PackSize | undefined };

/**
 * How much dearer each unit is in the larger pack, in percent of the smaller one's; negative where it is cheaper. Null for
 * packs of the same size or of different units. Both are judged by their price per unit, which § 4 PAngV has shops show.
 */
export function packSizeRise(
  a: { readonly price: Cents | null; readonly size: PackSize | undefined },
  b: { readonly price: Cents | null; readonly size: PackSize | undefined },
): number | null {
  if (a.price === null || b.price === null || a.size === undefined || b.size === undefined) return null;
  if (a.size.unit !== b.size.unit || a.size.amount === b.size.amount || a.price === 0 || b.price === 0) return null;
  const [small, large] = a.size.amount < b.size.amount ? [a, b] : [b, a];
  // the prices of the same amount of both
  const few = (small.price as Cents) * (large.size as PackSize).amount;
  const many = (large.price as Cents) * (small.size as PackSize).amount;
  return ((many - few) * 100) / few;
}

/**
 * The larger pack of the same product costs more each than the smaller one (rule 14.20). On a package both rows of the pair
 * are flagged whose price changed; on a price list the larger one.
 */
export function packSizeInversion(pack: Pack, other: Pack, { limits, standing }: RiskContext): RiskVerdict {
  if (pack.after === null || other.after === null) return 'fine';
  if (pack.size === undefined || other.size === undefined) return 'unknown';
  const rise = packSizeRise(of(pack, 'after'), of(other, 'after'));
  if (rise === null || rise <= limits.packSizePercent) return 'fine';
  const isLarger = pack.size.amount > other.size.amount;
  if (standing && pack.before === pack.after && !isLarger) return 'fine';
  if (!standing) {
    if (pack.before === pack.after) return 'fine';
    const was = packSizeRise(of(pack, 'before'), of(other, 'before'));
    if (was !== null && rise < was + SAME_PERCENT) return 'fine';
  }
  // what this pack would cost at the other's price per unit
  const fair = Math.round((other.after / other.size.amount) * pack.size.amount);
  return flagOf('packSizeInversion', 'neighbour', pack.after, fair, rise, rise - limits.packSizePercent, other.row);
}

/** Within this many percent one price counts as another's former one. */
const SAME_PRICE_PERCENT = 5;
/** Prices that lay closer were not swapped but changed. */
const APART_PERCENT = 12;
/** A swap is as good as certain. */
const SWAP_BEYOND_PERCENT = 50;

/** Two neighbouring rows took each other's former price (rule 14.21). */
export function swappedPrices(row: Neighbour, other: Neighbour): RiskVerdict {
  if (row.before === null || row.after === null || other.before === null || other.after === null) return 'fine';
  if (row.before === row.after || other.before === other.after) return 'fine';
  if (isNear(row.before, other.before, APART_PERCENT)) return 'fine';
  const taken = isNear(row.after, other.before, SAME_PRICE_PERCENT);
  const given = isNear(other.after, row.before, SAME_PRICE_PERCENT);
  if (!taken || !given) return 'fine';
  const percent = ((row.after - row.before) * 100) / row.before;
  return flagOf('swappedPrices', 'neighbour', row.after, row.before, percent, SWAP_BEYOND_PERCENT, other.row);
}

function isNear(a: Cents, b: Cents, percent: number): boolean {
  return Math.abs(a - b) * 100 <= percent * Math.min(a, b);
}

function of({ size, before, after }: Pack, which: 'before' | 'after') {
  return { size, price: which === 'before' ? before : after };
}
