import type { Cents } from '@portal/rules';

/** By PZN, ascending, at the same places. */
export type HeldRows = {
  readonly pzns: readonly number[];
  /** Null: the till has the article without a price. */
  readonly cents: readonly (number | null)[];
};

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

/** @param changes undefined: no more there */
export function withChanges({ pzns, cents }: HeldRows, changes: ReadonlyMap<number, Cents | undefined>): HeldRows {
  const changed = { pzns: [] as number[], cents: [] as (number | null)[] };
  let at = 0;
  const keepUpTo = (pzn: number) => {
    for (; at < pzns.length && (pzns[at] as number) < pzn; at++) {
      changed.pzns.push(pzns[at] as number);
      changed.cents.push(cents[at] ?? null);
    }
  };
  for (const pzn of Int32Array.from(changes.keys()).sort()) {
    keepUpTo(pzn);
    if (pzns[at] === pzn) at++;
    const price = changes.get(pzn);
    if (price === undefined) continue;
    changed.pzns.push(pzn);
    changed.cents.push(price);
  }
  keepUpTo(Infinity);
  return changed;
}
