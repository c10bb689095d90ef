import { setImmediate } from 'node:timers/promises';
import { CsvError, Parser } from 'csv-parse';
import type { TextBlock } from './decode.ts';
import { excerpt, FileRefusal } from './issues.ts';
import type { Separator } from './separator.ts';
import { FILE_TEXT } from './texts.ts';
import { UnquotedQuotes } from './unquoted-quotes.ts';

/** A line that the parser cannot read. */
export type RecordIssue = {
  readonly columnIndex: number | undefined;
  readonly value: string;
  readonly message: string;
};

export type RawRecord = {
  /** physical line on which it begins */
  readonly line: number;
  readonly span: number;
  readonly cells: string[];
  readonly issue?: RecordIssue;
};

/** A missing quote must not gather the rest of the file. */
const MAX_RECORD_LENGTH = 100_000;
/** After so many unreadable lines the rest would be noise. */
const MAX_UNREADABLE = 1000;
const LINE_BREAK = /\r\n|\r|\n/;
const EMPTY = Buffer.alloc(0);
const LF = 0x0a;
const CR = 0x0d;

/** A failing line is skipped alone, so that one missing quote neither hides later issues nor joins rows. */
export class RecordParser {
  readonly #separator: Separator;
  #line: number;
  #parser: Parser;
  #quotes: UnquotedQuotes;
  #parserLines = 0;
  #recordEnd = 0;
  #pendingFrom = 0;
  /** what was fed since the last record */
  #pending: Buffer = EMPTY;
  #givingUpLine = false;
  #unreadable = 0;
  #records: RawRecord[] = [];

  constructor(separator: Separator, firstLine: number) {
    this.#separator = separator;
    this.#line = firstLine;
    this.#quotes = new UnquotedQuotes(separator);
    this.#parser = this.#createParser();
  }

  /** The records that end in this block. */
  async read({ bytes }: TextBlock): Promise<RawRecord[]> {
    // other requests get their turn between two blocks
    await setImmediate();
    return this.#advance(bytes, false);
  }

  /** The record that the end of the file closes. */
  async end(): Promise<RawRecord[]> {
    return this.#advance(EMPTY, true);
  }

  async #advance(bytes: Buffer, end: boolean): Promise<RawRecord[]> {
    let input = bytes;
    for (;;) {
      if (this.#givingUpLine) {
        input = this.#afterLineBreak(input);
        if (this.#givingUpLine) break;
      }
      const error = await this.#feed(input, end);
      if (error === undefined) {
        this.#hold(input);
        break;
      }
      input = this.#giveUpLine(error, input);
    }
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #createParser(): Parser {
    const parser: Parser = new Parser({
      delimiter: this.#separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      max_record_size: MAX_RECORD_LENGTH,
      // collecting here spares an object stream of 50,000 records
      on_record: (cells: string[], { lines, bytes }) => {
        this.#quotes.restore(cells);
        const span = lines - this.#parserLines > 1 ? countLines(cells) : 1;
        this.#records.push({ line: this.#line, span, cells });
        this.#line += span;
        this.#parserLines = lines;
        this.#recordEnd = bytes;
        // Else csv-parse compares lengths, which costs thirty records each.
        (parser.info as { records: number }).records = 0;
        return null;
      },
    });
    // reported by the callbacks of write and end
    parser.on('error', () => undefined);
    return parser.resume();
  }

  async #feed(input: Buffer, end: boolean): Promise<CsvError | undefined> {
    const parser = this.#parser;
    const block = this.#quotes.hide(input);
    const written = await new Promise<Error | null | undefined>((resolve) => parser.write(block, resolve));
    if (written || !end) return asCsvError(written);
    return asCsvError(await new Promise<Error | null | undefined>((resolve) => parser.end(resolve)));
  }

  #hold(input: Buffer): void {
    const pending = this.#pending.length === 0 ? input : Buffer.concat([this.#pending, input]);
    this.#pending = pending.subarray(this.#recordEnd - this.#pendingFrom);
    this.#pendingFrom = this.#recordEnd;
  }

  #giveUpLine({ code, column }: CsvError & { column?: unknown }, input: Buffer): Buffer {
    this.#hold(input);
    const rest = this.#pending;
    const lineEnd = endOfLine(rest) ?? rest.length;
    const value = excerpt(rest.toString('utf8', 0, Math.min(lineEnd, 1000)));
    const message = rest.subarray(0, lineEnd).includes(0) ? FILE_TEXT.unreadableCharacter : messageOf(code, lineEnd);
    const columnIndex = typeof column === 'number' ? column : undefined;
    this.#records.push({ line: this.#line, span: 1, cells: [], issue: { columnIndex, value, message } });
    if (++this.#unreadable >= MAX_UNREADABLE)
      throw new FileRefusal(FILE_TEXT.tooManyUnreadable, { line: this.#line, value });
    this.#pending = EMPTY;
    this.#pendingFrom = this.#recordEnd = this.#parserLines = 0;
    this.#quotes = new UnquotedQuotes(this.#separator);
    this.#parser = this.#createParser();
    this.#givingUpLine = true;
    return rest;
  }

  #afterLineBreak(input: Buffer): Buffer {
    const end = endOfLine(input);
    if (end === undefined) return EMPTY;
    this.#givingUpLine = false;
    this.#line++;
    return input.subarray(end + (input[end] === CR && input[end + 1] === LF ? 2 : 1));
  }
}

function asCsvError(error: Error | null | undefined): CsvError | undefined {
  if (!error) return undefined;
  if (error instanceof CsvError) return error;
  throw error;
}

/** Blocks never end within CRLF. */
function endOfLine(bytes: Buffer): number | undefined {
  const lf = bytes.indexOf(LF);
  const cr = bytes.subarray(0, lf === -1 ? bytes.length : lf).indexOf(CR);
  if (cr !== -1) return cr;
  return lf === -1 ? undefined : lf;
}

function countLines(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) lines += cell.split(LINE_BREAK).length - 1;
  return lines;
}

function messageOf(code: string, lineLength: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return FILE_TEXT.unclosedQuote;
  if (code !== 'CSV_MAX_RECORD_SIZE') return FILE_TEXT.strayQuote;
  return lineLength < MAX_RECORD_LENGTH ? FILE_TEXT.unclosedQuote : FILE_TEXT.recordTooLong;
}
