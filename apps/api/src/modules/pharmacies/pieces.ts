export type Item = { readonly id: number; readonly text: string };

const MIDDLE = 128;
const MAX_ITEMS = 4 * MIDDLE;

type Piece = { readonly items: readonly Item[]; readonly bytes: Buffer };

/**
 * Caches chunks: only those with a changed item are written again.
 * @returns bytes with commas for `Buffer.concat`
 */
export function createPieces(): (items: readonly Item[]) => Buffer[] {
  let former = new Map<Item, Piece>();
  return (items) => {
    const pieces = new Map<Item, Piece>();
    for (let start = 0; start < items.length; ) {
      const end = endOf(items, start);
      const first = items[start] as Item;
      const before = former.get(first);
      pieces.set(first, before && isSame(before, items, start, end) ? before : write(items.slice(start, end)));
      start = end;
    }
    former = pieces;
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

/** Knuth's multiplicative hash spreads close ids. */
function endsPiece(id: number): boolean {
  return Math.imul(id, 0x9e3779b1) >>> 0 < 2 ** 32 / MIDDLE;
}

function isSame({ items: before }: Piece, items: readonly Item[], start: number, end: number): boolean {
  return before.length === end - start && before.every((item, index) => item === items[start + index]);
}

function write(items: readonly Item[]): Piece {
  return { items, bytes: Buffer.from(items.map(({ text }) => text).join()) };
}
