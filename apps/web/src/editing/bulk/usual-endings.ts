import type { Cents } from '@portal/rules';

/** How many endings of a list are offered as its own. */
const USUAL = 3;

/** Most frequent first. */
export function usualEndings(prices: readonly (Cents | null)[]): number[] {
  const counts = new Uint32Array(100);
  for (const price of prices) if (price !== null) counts[price % 100] = (counts[price % 100] as number) + 1;
  return [...counts.keys()]
    .filter((ending) => counts[ending] !== 0)
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, USUAL);
}
