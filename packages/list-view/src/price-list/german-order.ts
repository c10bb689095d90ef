import type { InPieces } from '../in-pieces.ts';

let collator: Intl.Collator | undefined;

/** Shared: constructing it costs more than sorting. */
function german(): Intl.Collator {
  return (collator ??= new Intl.Collator('de', { numeric: true }));
}

/** '5 mg' before '10 mg'; `de_portal_numeric` of the database orders alike. Rule 2.16. */
export function compareGerman(a: string, b: string): number {
  return german().compare(a, b);
}

export type GermanOrder = {
  /** Stable. */
  readonly order: Uint32Array;
  readonly plain: Uint8Array;
};

/**
 * Counting sort from last to first character; `Intl.Collator` decides ties and other characters. A number follows its
 * length.
 */
export function* orderGerman(texts: readonly string[]): InPieces<GermanOrder> {
  const count = texts.length;
  const plain = new Uint8Array(count);
  const { codes, depth } = yield* readCodes(texts, plain);
  let inOrder: Uint32Array = numbersOf(plain, 1);
  for (let at = depth - 1; at >= 0; at--) {
    inOrder = orderByCode(inOrder, codes.subarray(at * count, (at + 1) * count));
    yield;
  }
  const { compare: compareTexts } = german();
  const compare = (a: number, b: number) => compareTexts(texts[a] as string, texts[b] as string);
  yield* orderEqual(inOrder, { codes, depth, count, compare });
  const others = numbersOf(plain, 0);
  const order = others.length === 0 ? inOrder : yield* merge(inOrder, yield* sortInPieces(others, compare), compare);
  return { order, plain };
}

function numbersOf(plain: Uint8Array, value: 0 | 1): Uint32Array {
  const numbers = new Uint32Array(plain.length);
  let count = 0;
  for (let text = 0; text < plain.length; text++) if (plain[text] === value) numbers[count++] = text;
  return numbers.subarray(0, count);
}

/** The collator decides beyond. */
const DEPTH = 40;

const CANDIDATES =
  ' !"#$%&\'()*+,-./:;<=>?@[\\]_{|}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöü';
const SHARP_S = 'ß'.charCodeAt(0);
/** The collator decides beyond. */
const MOST_DIGITS = 16;
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)];
const LAST = 'ü'.charCodeAt(0);

let alphabetRanks: Uint8Array | undefined;

/** From 1; 0 for all others. */
function alphabet(): Uint8Array {
  if (alphabetRanks) return alphabetRanks;
  const letters = new Intl.Collator('de', { sensitivity: 'base' });
  const known = CANDIDATES.split('')
    .filter((character) => letters.compare(character, '') !== 0)
    .toSorted(letters.compare);
  const made = new Uint8Array(LAST + 1);
  let rank = 0;
  let previous = '';
  for (const character of known) {
    if (character === '0') rank += MOST_DIGITS;
    if (letters.compare(previous, character) !== 0) rank += 1;
    made[character.charCodeAt(0)] = rank;
    previous = character;
  }
  alphabetRanks = made;
  return made;
}

function* readCodes(texts: readonly string[], plain: Uint8Array): InPieces<{ codes: Uint8Array; depth: number }> {
  const ranks = alphabet();
  const count = texts.length;
  let longest = 0;
  for (const text of texts) {
    const length = text.length + countNumbers(text);
    if (length > longest) longest = length;
  }
  const depth = Math.min(DEPTH, longest);
  const codes = new Uint8Array(depth * count);
  const s = ranks['s'.charCodeAt(0)] as number;
  const lengths = (ranks[ZERO] as number) - MOST_DIGITS - 1;
  for (let number = 0; number < count; number++) {
    const text = texts[number] as string;
    let isPlain = 1;
    let to = number;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (isDigit(character) && !isDigit(text.charCodeAt(at - 1))) {
        const digits = digitsFrom(text, at);
        // '05' and '5' are equal to the collator
        if (digits > MOST_DIGITS || (digits > 1 && character === ZERO)) isPlain = 0;
        else {
          if (to < codes.length) codes[to] = lengths + digits;
          to += count;
        }
      }
      let code = character <= LAST ? (ranks[character] as number) : 0;
      if (character === SHARP_S) {
        code = s;
        if (to < codes.length) codes[to] = s;
        to += count;
      }
      if (code === 0) isPlain = 0;
      if (to < codes.length) codes[to] = code;
      to += count;
    }
    plain[number] = isPlain;
    if (number % PIECE === PIECE - 1) yield;
  }
  return { codes, depth };
}

const isDigit = (character: number) => character >= ZERO && character <= NINE;

function digitsFrom(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at - from;
}

function countNumbers(text: string): number {
  let numbers = 0;
  let before = false;
  for (let at = 0; at < text.length; at++) {
    const digit = isDigit(text.charCodeAt(at));
    if (digit && !before) numbers++;
    before = digit;
  }
  return numbers;
}

function orderByCode(texts: Uint32Array, codes: Uint8Array): Uint32Array {
  const next = new Uint32Array(CODES + 1);
  for (let at = 0; at < texts.length; at++) (next[(codes[texts[at] as number] as number) + 1] as number)++;
  for (let code = 1; code <= CODES; code++) next[code] = (next[code] as number) + (next[code - 1] as number);
  const order = new Uint32Array(texts.length);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] as number;
    order[(next[codes[text] as number] as number)++] = text;
  }
  return order;
}

const CODES = 128;

type Compare = (a: number, b: number) => number;

function* orderEqual(
  order: Uint32Array,
  { codes, depth, count, compare }: { codes: Uint8Array; depth: number; count: number; compare: Compare },
): InPieces<void> {
  const same = (a: number, b: number) => {
    for (let at = depth - 1; at >= 0; at--) if (codes[at * count + a] !== codes[at * count + b]) return false;
    return true;
  };
  for (let from = 0; from < order.length; ) {
    let until = from + 1;
    while (until < order.length && same(order[until - 1] as number, order[until] as number)) until++;
    if (until - from > 1) order.set(yield* sortInPieces(order.subarray(from, until), compare), from);
    if (Math.floor(until / PIECE) > Math.floor(from / PIECE)) yield;
    from = until;
  }
}

function* merge(left: ArrayLike<number>, right: ArrayLike<number>, compare: Compare): InPieces<Uint32Array> {
  const merged = new Uint32Array(left.length + right.length);
  for (let at = 0, fromLeft = 0, fromRight = 0; at < merged.length; at++) {
    const takesLeft =
      fromRight >= right.length ||
      (fromLeft < left.length && compare(left[fromLeft] as number, right[fromRight] as number) <= 0);
    merged[at] = (takesLeft ? left[fromLeft++] : right[fromRight++]) as number;
    if (at % PIECE === PIECE - 1) yield;
  }
  return merged;
}

/** A few ms. */
const PIECE = 1024;

function* sortInPieces(list: Uint32Array, compare: Compare): InPieces<ArrayLike<number>> {
  let parts: ArrayLike<number>[] = [];
  for (let from = 0; from < list.length; from += PIECE) {
    parts.push(list.slice(from, from + PIECE).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const merged: ArrayLike<number>[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const [left, right = []] = parts.slice(at, at + 2) as [ArrayLike<number>, ArrayLike<number>?];
      merged.push(yield* merge(left, right, compare));
    }
    parts = merged;
  }
  return parts[0] ?? [];
}
