import type { Ranks } from './model.ts';

/** One collator for the portal's life: making one costs more than sorting with it. */
const GERMAN = new Intl.Collator('de');

/** German order of two texts. */
export function compareGerman(a: string, b: string): number {
  return GERMAN.compare(a, b);
}

/** Ranks of texts in German collation; texts that are equal in it share a rank. */
export function rankTexts(texts: readonly (string | null)[]): Ranks {
  const rankOf = new Map<string, number>();
  for (const text of texts) if (text !== null) rankOf.set(text, 0);
  const distinct = [...rankOf.keys()].sort(GERMAN.compare);
  let rank = -1;
  let previous: string | undefined;
  for (const text of distinct) {
    if (previous === undefined || GERMAN.compare(previous, text) !== 0) rank++;
    rankOf.set(text, rank);
    previous = text;
  }
  return {
    rankOfRow: Int32Array.from(texts, (text) => (text === null ? -1 : (rankOf.get(text) as number))),
    size: rank + 1,
  };
}

/** Ranks of numbers; NaN stands for no value. */
export function rankNumbers(values: Float64Array): Ranks {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  let size = 0;
  for (const value of sorted) {
    if (size === 0 || value !== sorted[size - 1]) sorted[size++] = value;
  }
  const distinct = sorted.subarray(0, size);
  return { rankOfRow: Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : placeOf(distinct, value))), size };
}

function placeOf(distinct: Float64Array, value: number): number {
  let low = 0;
  let high = distinct.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distinct[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
