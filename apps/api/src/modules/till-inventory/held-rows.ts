import type { Cents } from '@portal/rules';

/** By PZN, ascending, at the same places. */
export type HeldRows = {
  readonly pzns: readonly number[];
  /** Null: the till has the article without a price. */
  readonly cents: readonly (number | null)[];
};

/** As the till's file writes it. */
export const pznText = (pzn: number): string => String(pzn).padStart(8, '0');

export function byPzn({ pzns, cents }: HeldRows): ReadonlyMap<string, Cents | null> {
  return new Map(pzns.map((pzn, at) => [pznText(pzn), cents[at] ?? null]));
}
