/** Some texts of all rows as one lower-case text, so that a search is one scan. */
export type Haystack = {
  readonly text: string;
  /** Where each row begins; one more entry than there are rows. */
  readonly starts: Uint32Array;
};

/** Ends a row; no text that a person types or a product is called by holds it. */
const ROW_END = '\u0001';
const FIELD_END = '\u0002';

/** @param columns each with an entry a row; the order of the columns is that of a row's texts */
export function buildHaystack(columns: readonly (readonly (string | null)[])[]): Haystack {
  const [first = [], ...rest] = columns;
  const rows = first.map((text, row) => rest.reduce((all, each) => `${all}${FIELD_END}${each[row] ?? ''}`, text ?? ''));
  // lower-casing can lengthen a text, so the starts are read off the result
  const text = rows.length === 0 ? '' : `${rows.join(ROW_END)}${ROW_END}`.toLowerCase();
  const starts = new Uint32Array(rows.length + 1);
  for (let row = 1, end = text.indexOf(ROW_END); end >= 0; row++, end = text.indexOf(ROW_END, end + 1)) {
    starts[row] = end + 1;
  }
  return { text, starts };
}

/** Calls `found` with every row that contains the needle, once each and in order. */
export function scanHaystack({ text, starts }: Haystack, needle: string, found: (row: number) => void): void {
  if (needle.includes(ROW_END) || needle.includes(FIELD_END)) return;
  let row = 0;
  for (let at = text.indexOf(needle); at >= 0; ) {
    row = rowAtOffset(starts, at, row);
    found(row);
    const next = starts[row + 1] as number;
    at = text.indexOf(needle, next);
  }
}

/** Whether a row's texts hold the needle. */
export function rowHolds({ text, starts }: Haystack, row: number, needle: string): boolean {
  return text.slice(starts[row], starts[row + 1]).includes(needle);
}

/** The row that holds an offset, looked for from `low` on in growing steps, since hits come in order. */
function rowAtOffset(starts: Uint32Array, offset: number, low: number): number {
  let step = 1;
  while (low + step < starts.length && (starts[low + step] as number) <= offset) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
