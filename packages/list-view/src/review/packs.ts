import { type Cents, type PackSize, packSizeRise, type UnitPrice, unitPrice } from '@portal/rules';
import type { Review } from './review.ts';

/** A pack of a product: its row, what it holds, and its price after the edits; null for none. */
export type PackOfProduct = PackSize & { readonly row: number; readonly price: Cents | null };

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

/** A pack beside the others of its product. */
export type ComparedPack = PackOfProduct & {
  /** null where it has no price */
  readonly unitPrice: UnitPrice | null;
  /** The smaller pack that is cheapest each, if this one costs more each, and by how many percent more. */
  readonly dearerThan: { readonly row: number; readonly percent: number } | null;
};

/** The packs of a row's product with their price per unit; whichever costs more each than a smaller one says so (rule 14.30). */
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
