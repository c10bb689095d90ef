import { type Cents, deviationPercent, grossProfit, vatPercentOf } from '@portal/rules';
import { effectivePriceAt, type PriceListModel, rowOfPzn } from '../price-list/model.ts';

/** Index: row of the first list; NaN: unknown. */
export type ComparedList = {
  /** -1 where not listed */
  readonly rows: Int32Array;
  /** in cents */
  readonly price: Float64Array;
  /** in packs */
  readonly units: Float64Array;
  /** in cents (rule 14.4) */
  readonly grossProfit: Float64Array;
};

export const COMPARED = ['price', 'units', 'grossProfit'] as const;
export type Compared = (typeof COMPARED)[number];

export type ComparedLists = {
  readonly count: number;
  readonly lists: readonly ComparedList[];
  /** Cents; NaN: fewer than two pharmacies */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
};

/** Rule 2.25. Rule 2.27. */
export function compareLists(models: readonly PriceListModel[]): ComparedLists {
  const [first] = models;
  const count = first?.count ?? 0;
  const lists = first ? models.map((model) => sideOf(first, model)) : [];
  const lowest = new Float64Array(count);
  const highest = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const range = priceRange(lists.map(({ price }) => price[row] as number));
    lowest[row] = range.lowest;
    highest[row] = range.highest;
  }
  return { count, lists, lowest, highest };
}

/** Cents; NaN where fewer than two prices are known. */
export type PriceRange = { readonly lowest: number; readonly highest: number };

/** @param prices in cents, NaN: none */
export function priceRange(prices: readonly number[]): PriceRange {
  const known = prices.filter((price) => !Number.isNaN(price));
  return known.length > 1 ? { lowest: Math.min(...known), highest: Math.max(...known) } : { lowest: NaN, highest: NaN };
}

function sideOf(first: PriceListModel, model: PriceListModel): ComparedList {
  const { pzn } = first.columns;
  const { aep, units, vatPercent } = model.columns;
  const side = {
    rows: new Int32Array(first.count),
    price: new Float64Array(first.count),
    units: new Float64Array(first.count),
    grossProfit: new Float64Array(first.count),
  };
  for (let row = 0; row < first.count; row++) {
    const there = rowOfPzn(model, pzn[row] as string);
    const price: Cents | null = there === undefined ? null : effectivePriceAt(model, there);
    const sold = there === undefined ? null : (units[there] ?? null);
    const cost = there === undefined ? null : (aep[there] ?? null);
    side.rows[row] = there ?? -1;
    side.price[row] = price ?? NaN;
    side.units[row] = sold ?? NaN;
    const isKnown = there !== undefined && price !== null && sold !== null && cost !== null;
    side.grossProfit[row] = isKnown ? grossProfit(price, cost, sold, vatPercentOf(vatPercent[there])) : NaN;
  }
  return side;
}

/** Percent of the lowest price. */
export function spreadPercent({ lowest, highest }: PriceRange): number {
  return deviationPercent(highest, lowest) ?? NaN;
}

export function differingRows({ lowest, highest }: ComparedLists, rows: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(rows).filter((row) => (highest[row] as number) > (lowest[row] as number));
}

/** Stable; rows without a value last in both directions (rule 2.16). */
export function orderByValue(
  rows: ArrayLike<number>,
  valueOf: (row: number) => number,
  reversed: boolean,
): Uint32Array {
  const values = Float64Array.from(rows, valueOf);
  const sign = reversed ? -1 : 1;
  const positions = Uint32Array.from(values, (_, position) => position).sort((a, b) => {
    const [x, y] = [values[a] as number, values[b] as number];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return (x - y) * sign || a - b;
  });
  return positions.map((position) => rows[position] as number);
}
