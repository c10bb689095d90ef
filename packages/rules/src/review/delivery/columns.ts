import type { Cents } from '../../money.ts';

export type CentsColumn = readonly (Cents | null)[];
export type Ratio = { readonly row: number; readonly ratio: number };

export function ratiosOf(above: CentsColumn, below: CentsColumn): Ratio[] {
  const ratios: Ratio[] = [];
  for (const [row, cents] of above.entries()) {
    const other = below[row] ?? null;
    if (cents && other) ratios.push({ row, ratio: cents / other });
  }
  return ratios;
}

export const values = (ratios: readonly Ratio[]) => ratios.map(({ ratio }) => ratio);

/** Null: too few. */
export function usualBand(
  ratios: readonly Ratio[],
  least: number,
): { low: number; high: number; middle: number } | null {
  if (ratios.length < least) return null;
  const sorted = Float64Array.from(values(ratios)).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] as number;
  return { low: at(0.01), high: at(0.99), middle: at(0.5) };
}

export function farness(ratio: number): number {
  return ratio > 1 ? ratio : 1 / ratio;
}

export function isTimes(before: Cents, after: Cents, factor: number): boolean {
  return before !== after && Math.abs(after - before * factor) < Math.max(1, factor);
}

export function countWhere<Value>(each: readonly Value[], holds: (value: Value) => boolean): number {
  let count = 0;
  for (const value of each) if (holds(value)) count++;
  return count;
}
