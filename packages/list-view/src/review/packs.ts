import { type Cents, type PackSize, packSizeRise, type UnitPrice, unitPrice } from '@portal/rules';
import type { Review } from './review.ts';

export type PackOfProduct = PackSize & { readonly row: number; readonly price: Cents | null };

/** Smallest first (rule 14.20). */
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

export type ComparedPack = PackOfProduct & {
  readonly unitPrice: UnitPrice | null;
  /** The cheapest smaller pack, and how many percent this one costs more per unit. */
  readonly dearerThan: { readonly row: number; readonly percent: number } | null;
};

/** Rule 14.30. */
export function comparePacks(review: Review, row: number): ComparedPack[] {
  const packs = packsOf(review, row);
  return packs.map((pack, at) => {
    let dearerThan: ComparedPack['dearerThan'] = null;
    for (const smaller of packs.slice(0, at)) {
      const percent = packSizeRise(sized(smaller), sized(pack)) ?? 0;
      if (percent > (dearerThan?.percent ?? 0)) dearerThan = { row: smaller.row, percent };
    }
    return { ...pack, unitPrice: pack.price === null ? null : unitPrice(pack.price, pack), dearerThan };
  });
}

const sized = (pack: PackOfProduct) => ({ price: pack.price, size: pack });
