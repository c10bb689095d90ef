import type { Cents } from '@portal/rules';

/** By PZN, ascending, at the same places. */
export type HeldRows = {
  readonly pzns: readonly number[];
  /** Null: the till has the article without a price. */
  readonly cents: readonly (number | null)[];
};

/** As the till's file writes it. */
export const pznText = (pzn: number): string => String(pzn).padStart(8, '0');

/** Undefined: not the article. A Map of 100,000 takes tens of milliseconds. */
export function priceLookup({ pzns, cents }: HeldRows): (pzn: number | string) => Cents | null | undefined {
  return (pzn) => {
    const wanted = Number(pzn);
    let [from, to] = [0, pzns.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((pzns[middle] as number) < wanted) from = middle + 1;
      else to = middle;
    }
    return pzns[from] === wanted ? (cents[from] ?? null) : undefined;
  };
}
