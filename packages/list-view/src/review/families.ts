import { nameStem, type PackSize, readPackSize } from '@portal/rules';
import type { InPieces } from '../in-pieces.ts';
import type { ReviewColumns } from './columns.ts';

/** Packs of one product, and what each holds. */
export type Families = {
  /** the next row of the same family, in a circle; a row without a family points to itself */
  readonly next: Int32Array;
  readonly sizes: readonly (PackSize | undefined)[];
};

/** More packs than this share a name that says too little to compare them. */
const LARGEST_FAMILY = 30;
/** Rows that are looked at without a break. */
const A_PIECE = 500;

/** Groups rows of the same producer whose names differ by the pack size only. */
export function* findFamilies({
  name,
  producer,
  content,
}: Pick<ReviewColumns, 'name' | 'producer' | 'content'>): InPieces<Families> {
  const count = name.length;
  const next = new Int32Array(count);
  const members = new Int32Array(count);
  const first = new Map<string, number>();
  for (let row = 0; row < count; row++) {
    if (row % A_PIECE === 0) yield;
    let key = nameStem(name[row] as string);
    let head = first.get(key);
    // few names stand for products of several producers; only theirs are looked up by both
    if (head !== undefined && producer[head] !== producer[row]) {
      key = `${key}\u0001${producer[row]}`;
      head = first.get(key);
    }
    next[row] = row;
    if (head === undefined) first.set(key, row);
    else {
      next[row] = next[head] as number;
      next[head] = row;
      (members[head] as number)++;
    }
  }
  for (let head = 0; head < count; head++) if ((members[head] as number) >= LARGEST_FAMILY) dissolve(next, head);
  return { next, sizes: readSizes(content) };
}

function dissolve(next: Int32Array, head: number): void {
  for (let row = head; next[row] !== row; ) {
    const following = next[row] as number;
    next[row] = row;
    row = following;
  }
}

/** There are few different contents. */
function readSizes(content: ReviewColumns['content']): (PackSize | undefined)[] {
  const known = new Map<string | null, PackSize | undefined>();
  return content.map((text) => {
    let size = known.get(text);
    if (size === undefined && !known.has(text)) known.set(text, (size = readPackSize(text)));
    return size;
  });
}
