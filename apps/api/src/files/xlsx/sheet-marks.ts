import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import { parseReference } from './values.ts';

export type TallCell = { readonly index: number; readonly top: number; readonly bottom: number };

/** Rows of a sheet as spreadsheets have it at most. */
export const LAST_ROW = 2 ** 20;
/** 100,000 rows of 32 cells. */
const MOST_TAGS = 16_000_000;
const MOST_MERGED = 100_000;
/** As long as the tag of a merged cell gets. */
const LONGEST_TAG = 200;
const EMPTY: Buffer = Buffer.alloc(0);
const LT = 0x3c;
const code = (letter: string) => letter.charCodeAt(0);
const LETTER = { e: code('e'), i: code('i'), m: code('m'), r: code('r'), s: code('s'), v: code('v'), w: code('w') };

/** Before parsing, ten times as fast: a sheet of a million rows is refused at once (rule 10.25). */
export class SheetMarks {
  readonly tallCells: TallCell[] = [];
  readonly #rows: number;
  #prefix: number | undefined;
  #rest = EMPTY;
  #filledRows = 0;
  #rowIsFilled = true;
  #tags = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** @throws FileRefusal for too many rows or tags */
  add(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#prefix ??= /<(\w+:)?worksheet[\s>]/.exec(bytes.toString('latin1'))?.[1]?.length ?? 0;
    const prefix = this.#prefix + 1;
    let at = bytes.indexOf(LT);
    for (; at !== -1 && bytes.length - at >= LONGEST_TAG; at = bytes.indexOf(LT, at + 1)) this.#tag(bytes, at + prefix);
    this.#rest = at === -1 ? EMPTY : bytes.subarray(at);
  }

  end(): void {
    this.add(Buffer.alloc(LONGEST_TAG));
  }

  #tag(bytes: Buffer, at: number): void {
    if (++this.#tags > MOST_TAGS) throw new FileRefusal(FILE_TEXT.tooManyCells);
    const first = bytes[at];
    if (first === LETTER.r && bytes[at + 2] === LETTER.w) this.#rowIsFilled = false;
    else if (first === LETTER.v || (first === LETTER.i && bytes[at + 1] === LETTER.s)) this.#value();
    else if (first === LETTER.m && bytes[at + 1] === LETTER.e)
      this.#merged(bytes.toString('latin1', at, at + LONGEST_TAG));
  }

  #value(): void {
    if (this.#rowIsFilled) return;
    this.#rowIsFilled = true;
    // the header is one more
    if (++this.#filledRows > this.#rows + 1)
      throw new FileRefusal(FILE_TEXT.tooManyRows(this.#rows.toLocaleString('de-DE')));
  }

  #merged(tag: string): void {
    const [, from = '', to = ''] = /^mergeCell\s[^>]*\bref="([A-Z]+\d+):([A-Z]+\d+)"/.exec(tag) ?? [];
    const first = parseReference(from);
    const last = parseReference(to);
    if (!(first && last && last.row > first.row)) return;
    if (this.tallCells.length >= MOST_MERGED) throw new FileRefusal(FILE_TEXT.tooManyCells);
    this.tallCells.push({ index: first.index, top: first.row, bottom: last.row });
  }
}
