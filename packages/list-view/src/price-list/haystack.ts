import { boundText, searchText } from '@portal/rules';

export type Haystack = {
  readonly text: string;
  readonly starts: Uint32Array;
};

/** Occurs in no name or query. */
const ROW_END = '\u0001';
const FIELD_END = '\u0002';

/** About a millisecond. */
const PIECE = 2000;

export function buildHaystack(columns: readonly (readonly (string | null)[])[]): Haystack {
  const work = haystackInPieces(columns);
  let result = work.next();
  while (!result.done) result = work.next();
  return result.value;
}

export function* haystackInPieces(
  columns: readonly (readonly (string | null)[])[],
): Generator<void, Haystack, undefined> {
  const [first = [], ...rest] = columns;
  const starts = new Uint32Array(first.length + 1);
  let text = '';
  let row = 0;
  for (let from = 0; from < first.length; from += PIECE) {
    const rows = first
      .slice(from, from + PIECE)
      .map((each, at) => rest.reduce((all, texts) => `${all}${FIELD_END}${texts[from + at] ?? ''}`, each ?? ''));
    // letter case can lengthen a text, so the starts are read off the result
    const piece = searchText(`${rows.join(ROW_END)}${ROW_END}`);
    for (let end = piece.indexOf(ROW_END); end >= 0; end = piece.indexOf(ROW_END, end + 1)) {
      row += 1;
      starts[row] = text.length + end + 1;
    }
    text += piece;
    yield;
  }
  return { text, starts };
}

const NOT_FOLDED = new RegExp(`[^a-z0-9${ROW_END}${FIELD_END}]+`, 'g');

export function foldHaystack({ text, starts }: Haystack, spell: (text: string) => string): Haystack {
  const folded = boundText(spell(text), Infinity, 'NFD').replace(NOT_FOLDED, '');
  const rowStarts = new Uint32Array(starts.length);
  let row = 0;
  for (let end = folded.indexOf(ROW_END); end >= 0; end = folded.indexOf(ROW_END, end + 1)) rowStarts[++row] = end + 1;
  return { text: folded, starts: rowStarts };
}

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

export function rowHolds({ text, starts }: Haystack, row: number, needle: string): boolean {
  return text.slice(starts[row], starts[row + 1]).includes(needle);
}

/** Hits come in order. */
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
