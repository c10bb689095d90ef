import type { Cents } from '@portal/rules';
import type { Review } from './review.ts';

/** A pack of a product: its row, what it holds, and its price after the edits; null for none. */
export type PackOfProduct = {
  readonly row: number;
  readonly amount: number;
  /** 'g', 'ml', 'mm' or 'st' */
  readonly unit: string;
  readonly price: Cents | null;
};

/** The packs of a row's product whose size is known, itself included, the smallest first (rule 14.20). */
export function packsOf({ columns, prepared }: Review, row: number): PackOfProduct[] {
  const { next, sizes } = prepared.families;
  const packs: PackOfProduct[] = [];
  let each = row;
  do {
    const size = sizes[each];
    const same = !columns.atc[row] || !columns.atc[each] || columns.atc[row] === columns.atc[each];
    if (size && same) packs.push({ row: each, ...size, price: columns.after[each] ?? null });
    each = next[each] as number;
  } while (each !== row);
  return packs.sort((a, b) => a.amount - b.amount || a.row - b.row);
}
