/** An article of a till; `cents` null where it has no price. */
export type HeldPrice = { readonly pzn: string; readonly cents: number | null };

export type HeldState = 'equal' | 'different' | 'missing' | 'extra';
export type HeldCounts = Readonly<Record<HeldState, number>>;

/** Undefined: not there; null: without a price. Rule 9.25. */
export function heldState(approved: number | null | undefined, held: number | null | undefined): HeldState | undefined {
  if (approved === null || approved === undefined) return held === null || held === undefined ? undefined : 'extra';
  if (held === undefined) return 'missing';
  return held === approved ? 'equal' : 'different';
}

/** Ascending, at the same places; null: the article without a price. */
export type SortedPrices = { readonly pzns: readonly number[]; readonly cents: readonly (number | null)[] };

/** Ask in ascending order; undefined: not the article. */
export function walkPrices({ pzns, cents }: SortedPrices): (pzn: number) => number | null | undefined {
  let at = 0;
  return (pzn) => {
    while (at < pzns.length && (pzns[at] as number) < pzn) at++;
    return pzns[at] === pzn ? (cents[at] ?? null) : undefined;
  };
}

/** A Map of 100,000 takes tens of milliseconds. */
export function priceLookup({ pzns, cents }: SortedPrices): (pzn: number | string) => number | null | undefined {
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

export function countHeld(approved: SortedPrices, held: SortedPrices): HeldCounts {
  const counts = { equal: 0, different: 0, missing: 0, extra: 0 };
  const count = (state: HeldState | undefined) => {
    if (state) counts[state] += 1;
  };
  const inTill = walkPrices(held);
  for (const [at, pzn] of approved.pzns.entries()) count(heldState(approved.cents[at], inTill(pzn)));
  const inPortal = walkPrices(approved);
  for (const [at, pzn] of held.pzns.entries())
    if (inPortal(pzn) === undefined) count(heldState(undefined, held.cents[at]));
  return counts;
}

/** What a till's digest is made of: `PZN;Cent\n` of every article with a price, ascending (rule 9.22). */
export function heldPricesText(prices: readonly HeldPrice[]): { readonly count: number; readonly text: string } {
  const lines = prices.flatMap(({ pzn, cents }) => (cents === null ? [] : [`${pzn};${cents}\n`]));
  return { count: lines.length, text: lines.sort().join('') };
}
