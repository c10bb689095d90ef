import { nameStem, type PackSize, readPackSize } from '@portal/rules';
import type { InPieces } from '../in-pieces.ts';
import type { ReviewColumns } from './columns.ts';

export type Families = {
  /** next row of the family, in a circle; itself without one */
  readonly next: Int32Array;
  readonly sizes: readonly (PackSize | undefined)[];
};

/** A name shared by more says too little. */
const LARGEST_FAMILY = 30;
const A_PIECE = 500;

/** Same producer, names that differ by pack size only. */
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

function readSizes(content: ReviewColumns['content']): (PackSize | undefined)[] {
  const known = new Map<string | null, PackSize | undefined>();
  return content.map((text) => {
    let size = known.get(text);
    if (size === undefined && !known.has(text)) known.set(text, (size = readPackSize(text)));
    return size;
  });
}
