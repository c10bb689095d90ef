import { middleOf } from './middle.ts';

export const FORMER_DELIVERIES = { most: 6, least: 3 };

/** As standard deviations are counted where values are normal. */
const DEVIATION_PER_MAD = 1.4826;

/**
 * Median and median distance from it: one former mistake does not make the next one usual.
 * @returns null where too few are known
 */
export function usualOf(
  values: readonly number[],
  { leastSpread }: { readonly leastSpread: number },
): { readonly middle: number; readonly spread: number } | null {
  const latest = values.slice(0, FORMER_DELIVERIES.most);
  if (latest.length < FORMER_DELIVERIES.least) return null;
  const middle = middleOf(latest);
  const distance = middleOf(latest.map((value) => Math.abs(value - middle)));
  return { middle, spread: Math.max(leastSpread, DEVIATION_PER_MAD * distance) };
}
