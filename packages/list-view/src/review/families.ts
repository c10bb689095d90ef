import { nameStem, type PackSize, readPackSize } from '@portal/rules';
import type { ReviewColumns } from './columns.ts';

/** Packs of one product, and what each holds. */
export type Families = {
  /** the next row of the same family, in a circle; a row without a family points to itself */
  readonly next: Int32Array;
  readonly sizes: readonly (PackSize | undefined)[];
};

/** More packs than this share a name that says too little to compare them. */
const LARGEST_FAMILY = 30;

/** Groups rows of the same producer whose names differ by the pack size only. */
export function findFamilies({
  name,
  producer,
  content,
}: Pick<ReviewColumns, 'name' | 'producer' | 'content'>): Families {
  const next = Int32Array.from(name, (_, row) => row);
  const members = new Map<string, Map<string, number[]>>();
  for (let row = 0; row < next.length; row++) {
    const of = producer[row] as string;
    let stems = members.get(of);
    if (stems === undefined) members.set(of, (stems = new Map()));
    const stem = nameStem(name[row] as string);
    const family = stems.get(stem);
    if (family === undefined) stems.set(stem, [row]);
    else family.push(row);
  }
  for (const stems of members.values()) {
    for (const family of stems.values()) {
      if (family.length === 1 || family.length > LARGEST_FAMILY) continue;
      family.forEach((row, place) => {
        next[row] = family[(place + 1) % family.length] as number;
      });
    }
  }
  const known = new Map<string | null, PackSize | undefined>();
  const sizes = content.map((text) => {
    if (!known.has(text)) known.set(text, readPackSize(text));
    return known.get(text);
  });
  return { next, sizes };
}

/** The other packs of a row's product. */
export function siblingsOf({ next }: Families, row: number): number[] {
  const siblings: number[] = [];
  for (let other = next[row] as number; other !== row; other = next[other] as number) siblings.push(other);
  return siblings;
}
