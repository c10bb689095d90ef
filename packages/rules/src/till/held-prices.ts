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

/** By PZN, null: without a price of the portal. */
export type ApprovedPrices = ReadonlyMap<string, number | null>;

export function countHeld(approved: ApprovedPrices, held: Iterable<HeldPrice>): HeldCounts {
  const counts = { equal: 0, different: 0, missing: 0, extra: 0 };
  const found = new Set<string>();
  const count = (state: HeldState | undefined) => {
    if (state) counts[state] += 1;
  };
  for (const { pzn, cents } of held) {
    found.add(pzn);
    count(heldState(approved.get(pzn), cents));
  }
  for (const [pzn, cents] of approved) if (!found.has(pzn)) count(heldState(cents, undefined));
  return counts;
}

/** What a till's digest is made of: `PZN;Cent\n` of every article with a price, ascending (rule 9.22). */
export function heldPricesText(prices: readonly HeldPrice[]): { readonly count: number; readonly text: string } {
  const lines = prices.flatMap(({ pzn, cents }) => (cents === null ? [] : [`${pzn};${cents}\n`]));
  return { count: lines.length, text: lines.sort().join('') };
}
