import { deviationPercent, isBelowPurchasePrice, PRICE_TYPE, vatPercentOf } from '@portal/rules';
import type { Review } from './review.ts';

/** `overHalf`: by more than 50 %. */
export const DELIVERED_EFFECTS = [
  'up',
  'down',
  'added',
  'overHalf',
  'belowPurchasePrice',
  'aboveAvp',
  'ownPricesEnd',
] as const;
export type DeliveredEffect = (typeof DELIVERED_EFFECTS)[number];

export type Delivered = {
  readonly rows: Readonly<Record<DeliveredEffect, readonly number[]>>;
  readonly changed: readonly number[];
  readonly withPurchasePrice: number;
};

/**
 * Rule 14.42.
 * @param review without edits
 */
export function deliveredEffects({ columns, count }: Review): Delivered {
  const { before, after, aep, avp, approved, vatPercent, priceTypeBefore, ownPriceBefore } = columns;
  const rows: Record<DeliveredEffect, number[]> = {
    up: [],
    down: [],
    added: [],
    overHalf: [],
    belowPurchasePrice: [],
    aboveAvp: [],
    ownPricesEnd: [],
  };
  const changed: number[] = [];
  let withPurchasePrice = 0;
  for (let row = 0; row < count; row++) {
    const was = before[row] ?? null;
    const is = after[row] ?? null;
    if (was === is || approved?.[row]) continue;
    changed.push(row);
    const type = priceTypeBefore[row];
    const own = type === PRICE_TYPE.own || type === PRICE_TYPE.permanent;
    if (own && ownPriceBefore[row] != null) rows.ownPricesEnd.push(row);
    if (is === null) continue;
    if (was === null) rows.added.push(row);
    else {
      rows[is > was ? 'up' : 'down'].push(row);
      if (Math.abs(is - was) * 2 > was) rows.overHalf.push(row);
    }
    const purchase = aep[row] ?? null;
    if (purchase !== null) {
      withPurchasePrice++;
      if (isBelowPurchasePrice(is, purchase, vatPercentOf(vatPercent[row]))) {
        rows.belowPurchasePrice.push(row);
      }
    }
    const limit = avp[row] ?? null;
    if (limit !== null && is > limit) rows.aboveAvp.push(row);
  }
  return { rows, changed, withPurchasePrice };
}

/** By rank (rule 14.23), then percent. */
export function worstFirst({ order, columns, count }: Review, rows: readonly number[], most: number): number[] {
  const rank = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let at = 0; at < order.length; at++) rank[order[at] as number] = at;
  const moves = (row: number) => Math.abs(deviationPercent(columns.after[row], columns.before[row]) ?? 0);
  return rows.toSorted((a, b) => rankedBefore(rank, a, b) || moves(b) - moves(a) || a - b).slice(0, most);
}

function rankedBefore(rank: Float64Array, a: number, b: number): number {
  const [first, second] = [rank[a] as number, rank[b] as number];
  return first === second ? 0 : first - second;
}
