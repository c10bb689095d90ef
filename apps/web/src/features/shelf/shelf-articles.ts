import type { Shelf } from '@portal/contracts';
import { type ProductGroup, type ShelfLabelState, shelfLabelState } from '@portal/rules';

export type ShelfArticle = {
  readonly pzn: string;
  readonly name: string;
  readonly content: string | null;
  readonly producer: string | null;
  readonly productGroup: ProductGroup;
  readonly effectivePrice: number | null;
  /** Of the last label */
  readonly shelfPrice: number | null;
  readonly labelState: ShelfLabelState;
  /** Null: never (rule 21.4) */
  readonly tillLoadedAt: string | null;
  /** Changed since */
  readonly isPending: boolean;
};

/** Finds articles by PZN among 20,000 and more. */
export function articlesOf({
  columns,
  labelled,
  tillLoads,
  notInTill,
}: Shelf): (pzn: string) => ShelfArticle | undefined {
  const rows = new Map(columns.pzn.map((pzn, row) => [pzn, row]));
  const pending = new Set(notInTill);
  return (pzn) => {
    const row = rows.get(pzn);
    if (row === undefined) return undefined;
    const productGroup = columns.productGroup[row] as ProductGroup;
    const effectivePrice = columns.effectivePrice[row] ?? null;
    const labelPrice = columns.labelPrice[row] ?? null;
    const tillLoadedAt = tillLoads[productGroup];
    return {
      pzn,
      name: columns.name[row] as string,
      content: columns.content[row] ?? null,
      producer: columns.producer[row] ?? null,
      productGroup,
      effectivePrice,
      shelfPrice: labelPrice,
      labelState: shelfLabelState({ price: effectivePrice, labelPrice }, labelled),
      tillLoadedAt,
      isPending: tillLoadedAt !== null && pending.has(pzn),
    };
  };
}
