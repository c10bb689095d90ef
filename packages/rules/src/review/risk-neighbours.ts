import type { Cents } from '../money.ts';
import type { PackSize } from './pack-size.ts';
import { type Expected, flagOf, newsOf, percentOff, type RiskContext, type RiskVerdict } from './risk.ts';

export type Neighbour = {
  readonly row: number;
  readonly before: Cents | null;
  readonly after: Cents | null;
};
export type Pack = Neighbour & {
  readonly size: PackSize | undefined;
  readonly expected: Expected | null;
};

/** Percent by price per unit (§ 4 PAngV); negative: cheaper. Null: same size or other units. */
export function packSizeRise(
  a: { readonly price: Cents | null; readonly size: PackSize | undefined },
  b: { readonly price: Cents | null; readonly size: PackSize | undefined },
): number | null {
  if (!a.price || !b.price || !a.size || !b.size) return null;
  if (a.size.unit !== b.size.unit || a.size.amount === b.size.amount) return null;
  const [small, large] = a.size.amount < b.size.amount ? [a, b] : [b, a];
  // of the same amount
  const few = (small.price as Cents) * (large.size as PackSize).amount;
  const many = (large.price as Cents) * (small.size as PackSize).amount;
  return percentOff(many, few);
}

/** Rule 14.20. Flags the row that moved further; on a price list the larger pack. */
export function packSizeInversion(pack: Pack, other: Pack, context: RiskContext): RiskVerdict {
  if (pack.after === null || other.after === null) return 'fine';
  if (pack.size === undefined || other.size === undefined) return 'unknown';
  const rise = packSizeRise(of(pack, 'after'), of(other, 'after'));
  if (rise === null) return 'fine';
  const moved = moveOf(pack);
  if (moved < moveOf(other)) return 'fine';
  if (moved === 0 && (!context.standing || pack.size.amount < other.size.amount)) return 'fine';
  const was = packSizeRise(of(pack, 'before'), of(other, 'before'));
  const { after, expected } = pack;
  const limit = context.limits.packSizePercent;
  const { isNews, added } = newsOf(context, 'packSizeInversion', { after, expected }, rise, was, limit);
  if (!isNews) return 'fine';
  // at the other's price per unit
  const fair = Math.round((other.after / other.size.amount) * pack.size.amount);
  return flagOf('packSizeInversion', 'neighbour', pack.after, fair, rise, added, other.row);
}

const SAME_PRICE_PERCENT = 5;
/** Closer prices were changed, not swapped. */
const APART_PERCENT = 12;
const SWAP_DEVIATION = 6;

export function couldBeSwapped(before: Cents | null, after: Cents | null): boolean {
  if (before === null || after === null) return false;
  return !isNear(before, after, APART_PERCENT - SAME_PRICE_PERCENT - 1);
}

/** Rule 14.21. */
export function swappedPrices(row: Neighbour, other: Neighbour): RiskVerdict {
  if (row.before === null || row.after === null || other.before === null || other.after === null) return 'fine';
  if (isNear(row.before, other.before, APART_PERCENT)) return 'fine';
  const taken = isNear(row.after, other.before, SAME_PRICE_PERCENT);
  const given = isNear(other.after, row.before, SAME_PRICE_PERCENT);
  if (!taken || !given) return 'fine';
  const percent = percentOff(row.after, row.before);
  const flag = flagOf('swappedPrices', 'neighbour', row.after, row.before, percent, percent, other.row);
  return { ...flag, deviation: SWAP_DEVIATION };
}

function isNear(a: Cents, b: Cents, percent: number): boolean {
  return Math.abs(a - b) * 100 <= percent * Math.min(a, b);
}

/** Share of the lower price; a new price furthest. */
function moveOf({ before, after }: Neighbour): number {
  if (before === null || after === null) return before === after ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(after - before) / Math.min(after, before);
}

function of({ size, before, after, expected }: Pack, which: 'before' | 'after') {
  return { size, price: which === 'before' ? (expected?.price ?? before) : after };
}
