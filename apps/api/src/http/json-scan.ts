import type { BodyBounds } from '@portal/contracts';
import { REASON } from '@portal/contracts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BLANK = 0x20;
/** Longer strings are searched by indexOf, faster than byte by byte. */
const SEARCHED_TEXT = 48;

/** Parsed in chunks, so that none blocks the main loop. */
const PIECE_BYTES = 64 * 1024;
/** One row. */
const ROW_BYTES = 64 * 1024;
/** What stands beside the rows. */
const REST_BYTES = 256 * 1024;

/** Offsets `[start, end)` without brackets. */
export type ScannedList = {
  readonly start: number;
  readonly end: number;
  readonly cuts: readonly number[];
  /** Commas between its elements, plus one. */
  readonly elements: number;
};

/** Counts without parsing: JSON.parse costs twice as much, and memory. Rule 13.4. */
export class JsonScan {
  readonly #bounds: BodyBounds;
  readonly #isObject: Uint8Array;
  readonly #members: Uint32Array;
  #at = 0;
  #depth = 0;
  #ended = false;
  #escaped = false;
  /** The last bracket, comma or quote. */
  #mark = 0;
  readonly #state = new Int32Array(STATE_LENGTH);
  readonly #lists: ScannedList[] = [];
  #listStart = -1;
  #elementStart = 0;
  #pieceStart = 0;
  #elements = 1;
  #cuts: number[] = [];
  #inLists = 0;

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
    this.#isObject = new Uint8Array(bounds.depth + 1);
    this.#members = new Uint32Array(bounds.depth + 1);
  }

  /** @throws PortalError 400, 413 */
  push(chunk: Uint8Array): void {
    const { text } = this.#bounds;
    const state = this.#state;
    const length = chunk.length;
    const base = this.#at;
    state[INDEX] = this.#escaped ? 1 : 0;
    state[MARK] = this.#mark - base;
    this.#escaped = false;
    for (;;) {
      const found = nextMark(chunk, state, base, this.#bounds);
      if (found === AT_END) break;
      if (found === MALFORMED) throw malformed();
      if (found < 0) throw refuse(413, found === LONG_TEXT ? TEXT.body.longText : TEXT.body.manyValues);
      this.#structure(found, base + (state[MARK] as number));
    }
    if ((state[INDEX] as number) > length) this.#escaped = true;
    const mark = state[MARK] as number;
    if (length - mark > text) throw refuse(413, TEXT.body.longText);
    this.#at = base + length;
    this.#mark = base + mark;
    this.#checkRest();
  }

  /**
   * @returns arrays to be parsed in chunks
   * @throws PortalError 400 for a cut body
   */
  end(): readonly ScannedList[] {
    if (!this.#ended || this.#state[IN_TEXT] === 1) throw malformed();
    return this.#lists;
  }

  /** A bracket, or a comma outside of an object. */
  #structure(byte: number, at: number): void {
    if (byte === COMMA) {
      this.#countValue();
      if (this.#depth === 2 && this.#listStart >= 0) this.#nextElement(at);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(byte, at);
    else this.#close(byte, at);
    this.#state[DEPTH] = this.#depth;
    this.#state[IN_OBJECT] = this.#isObject[this.#depth] as number;
  }

  #countValue(): void {
    const values = (this.#state[VALUES] as number) + 1;
    this.#state[VALUES] = values;
    if (values > this.#bounds.values) throw refuse(413, TEXT.body.manyValues);
  }

  #open(byte: number, at: number): void {
    if (this.#ended) throw malformed();
    this.#countValue();
    const state = this.#state;
    this.#members[this.#depth] = state[MEMBERS] as number;
    const depth = (this.#depth += 1);
    if (depth > this.#bounds.depth) throw refuse(400, TEXT.body.tooDeep(this.#bounds.depth));
    this.#isObject[depth] = byte === OPEN_OBJECT ? 1 : 0;
    state[MEMBERS] = 0;
    if (depth !== 2 || byte !== OPEN_LIST || this.#isObject[1] !== 1 || this.#bounds.rows === undefined) return;
    this.#listStart = this.#elementStart = this.#pieceStart = at + 1;
    this.#elements = 1;
    this.#cuts = [];
  }

  #close(byte: number, at: number): void {
    const depth = this.#depth;
    if (depth === 0 || (this.#isObject[depth] === 1) !== (byte === CLOSE_OBJECT)) throw malformed();
    this.#depth = depth - 1;
    this.#state[MEMBERS] = this.#members[depth - 1] as number;
    if (depth === 1) this.#ended = true;
    if (depth !== 2 || this.#listStart < 0) return;
    if (at - this.#elementStart > ROW_BYTES) throw refuse(413, TEXT.body.longText);
    this.#lists.push({ start: this.#listStart, end: at, cuts: this.#cuts, elements: this.#elements });
    this.#inLists += at - this.#listStart;
    this.#listStart = -1;
  }

  #nextElement(at: number): void {
    if (at - this.#elementStart > ROW_BYTES) throw refuse(413, TEXT.body.longText);
    this.#elements += 1;
    this.#elementStart = at + 1;
    if (at - this.#pieceStart < PIECE_BYTES) return;
    this.#cuts.push(at);
    this.#pieceStart = at + 1;
  }

  /** What is parsed in one go has to stay short. */
  #checkRest(): void {
    if (this.#bounds.rows === undefined) return;
    const inList = this.#listStart >= 0;
    if (inList && this.#at - this.#elementStart > ROW_BYTES) throw refuse(413, TEXT.body.longText);
    const rest = (inList ? this.#listStart : this.#at) - this.#inLists;
    if (rest > REST_BYTES) throw refuse(413, TEXT.body.manyValues);
  }
}

/** An Int32Array instead of members: every byte passes here. */
const [INDEX, MARK, IN_TEXT, VALUES, DEPTH, IN_OBJECT, MEMBERS] = [0, 1, 2, 3, 4, 5, 6] as const;
const STATE_LENGTH = 7;
/** What stands for no byte. */
const [AT_END, MALFORMED, LONG_TEXT, MANY_VALUES] = [0, -1, -2, -3] as const;

function nextMark(chunk: Uint8Array, state: Int32Array, base: number, { text, values, members }: BodyBounds): number {
  const { length } = chunk;
  const isOutside = state[DEPTH] === 0;
  const isInObject = state[IN_OBJECT] === 1;
  let index = state[INDEX] as number;
  let mark = state[MARK] as number;
  let isInText = state[IN_TEXT] === 1;
  let counted = state[VALUES] as number;
  let commas = state[MEMBERS] as number;
  let found: number = AT_END;
  while (index < length && found === AT_END) {
    if (isInText) {
      index = endOfText(chunk, index);
      if (index >= length) break;
      if (index - mark > text) return LONG_TEXT;
      isInText = false;
      mark = index;
    } else {
      const byte = chunk[index] as number;
      if (byte === QUOTE) {
        if (isOutside) return MALFORMED;
        if (index - mark > text) return LONG_TEXT;
        isInText = true;
        mark = index;
      } else if (byte === COMMA || (byte >= OPEN_LIST && isBracket(byte))) {
        if (index - mark > text) return LONG_TEXT;
        mark = index;
        if (byte === COMMA && isInObject) {
          counted += 1;
          commas += 1;
          if (counted > values || commas >= members) return MANY_VALUES;
        } else found = byte;
      } else if (isOutside && byte > BLANK && !isByteOrderMark(byte, base + index)) return MALFORMED;
    }
    index += 1;
  }
  state[INDEX] = index;
  state[MARK] = mark;
  state[IN_TEXT] = isInText ? 1 : 0;
  state[VALUES] = counted;
  state[MEMBERS] = commas;
  return found;
}

function endOfText(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let index = from;
  for (;;) {
    const near = Math.min(index + SEARCHED_TEXT, length);
    while (index < near) {
      const byte = chunk[index] as number;
      if (byte === QUOTE) return index;
      index += byte === BACKSLASH ? 2 : 1;
    }
    if (index >= length) return index;
    const quote = chunk.indexOf(QUOTE, index);
    const end = quote === -1 ? length : quote;
    const backslash = chunk.subarray(index, end).indexOf(BACKSLASH);
    if (backslash === -1) return end;
    index += backslash + 2;
    if (index >= length) return index;
  }
}

function isBracket(byte: number): boolean {
  return byte === OPEN_OBJECT || byte === CLOSE_OBJECT || byte === OPEN_LIST || byte === CLOSE_LIST;
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
function isByteOrderMark(byte: number, at: number): boolean {
  return at < 3 && byte === BYTE_ORDER_MARK[at];
}

function refuse(status: 400 | 413, message: string): PortalError {
  return new PortalError(status, status === 413 ? REASON.tooLarge : REASON.invalid, message);
}

function malformed(): PortalError {
  return new PortalError(400, REASON.invalid, TEXT.malformedJson);
}
