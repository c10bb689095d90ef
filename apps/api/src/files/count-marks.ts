import { FileRefusal } from './issues.ts';
import type { Separator } from './separator.ts';
import { FILE_TEXT } from './texts.ts';

/** Lines per allowed row, and more for blank lines. */
const LINES = { aRow: 3, more: 1_000 } as const;
/** Trimming blanks is what costs the parser most. */
const BLANKS = 2 * 2 ** 20;
/** The parser keeps a record in memory. */
const SEPARATORS_A_LINE = 1_000;
/** The widest package has 29 columns. */
const SEPARATORS_A_ROW = 32;

const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;

/** Before parsing: a megabyte of line breaks is a million cells. */
export class MarkCounter {
  readonly #separator: number;
  readonly #rows: number;
  #lines = 0;
  #separators = 0;
  #blanks = 0;
  #inLine = 0;

  /** @param rows how many the file may have */
  constructor(separator: Separator, rows: number) {
    this.#separator = separator.charCodeAt(0);
    this.#rows = rows;
  }

  /** @throws FileRefusal */
  add(bytes: Uint8Array): void {
    const separator = this.#separator;
    let lines = 0;
    let separators = 0;
    let blanks = 0;
    let previous = 0;
    let inLine = this.#inLine;
    let longest = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (byte === separator) {
        separators++;
        inLine++;
      } else if (byte === CR || (byte === LF && previous !== CR)) {
        lines++;
        if (inLine > longest) longest = inLine;
        inLine = 0;
      } else if ((byte === BLANK || byte === TAB) && byte === previous) blanks++;
      previous = byte;
    }
    this.#lines += lines;
    this.#separators += separators;
    this.#inLine = inLine;
    if (Math.max(longest, inLine) > SEPARATORS_A_LINE) throw new FileRefusal(FILE_TEXT.tooManyCells);
    this.#blanks += blanks;
    if (this.#blanks > BLANKS) throw new FileRefusal(FILE_TEXT.tooManyBlanks);
    const rows = this.#rows;
    if (this.#lines > rows * LINES.aRow + LINES.more)
      throw new FileRefusal(FILE_TEXT.tooManyRows(rows.toLocaleString('de-DE')));
    if (this.#separators > Math.max(rows, LINES.more) * SEPARATORS_A_ROW) throw new FileRefusal(FILE_TEXT.tooManyCells);
  }
}
