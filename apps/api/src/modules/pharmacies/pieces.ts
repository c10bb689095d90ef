/** Part of a long JSON array. It is one object as long as its text is the same. */
export type Item = { readonly id: number; readonly text: string };

/** Items of a piece: so many in the middle, and at most. */
const MIDDLE = 128;
const MAX_ITEMS = 4 * MIDDLE;

type Piece = { readonly items: readonly Item[]; readonly bytes: Buffer };

/**
 * Writes long arrays that change little from one time to the next. What was written last is kept as bytes in pieces, so that only
 * pieces with another item in them are written again. An item's number says whether a piece ends with it: where one comes or goes, the
 * pieces behind it stay as they are.
 * @returns a function that gives the bytes of the items with commas in between, for `Buffer.concat`
 */
export function createPieces(): (items: readonly Item[]) => Buffer[] {
  let kept = new Map<Item, Piece>();
  return (items) => {
    const pieces = new Map<Item, Piece>();
    for (let start = 0; start < items.length; ) {
      const end = endOf(items, start);
      const first = items[start] as Item;
      const before = kept.get(first);
      pieces.set(first, before && isSame(before, items, start, end) ? before : write(items.slice(start, end)));
      start = end;
    }
    kept = pieces;
    return [...pieces.values()].flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [COMMA, bytes]));
  };
}
const COMMA = Buffer.from(',');

function endOf(items: readonly Item[], start: number): number {
  const last = Math.min(start + MAX_ITEMS, items.length);
  let end = start + 1;
  while (end < last && !endsPiece((items[end - 1] as Item).id)) end += 1;
  return end;
}

/** Numbers that lie close to each other are spread (Knuth's multiplicative hash), so that every `MIDDLE`th ends a piece whatever their steps. */
function endsPiece(id: number): boolean {
  return Math.imul(id, 0x9e3779b1) >>> 0 < 2 ** 32 / MIDDLE;
}

function isSame({ items: before }: Piece, items: readonly Item[], start: number, end: number): boolean {
  return before.length === end - start && before.every((item, index) => item === items[start + index]);
}

function write(items: readonly Item[]): Piece {
  return { items, bytes: Buffer.from(items.map(({ text }) => text).join()) };
}
