import type { PriceType, ProductGroup } from '@portal/rules';
import type { AddedProduct } from '../price-list/added.ts';

/** A row of an import file as it was understood. Money in euros, as it travels. */
export type ImportedRow = {
  /** physical line of the file */
  readonly line: number;
  readonly pzn: string;
  /** null where the cell is empty or the import reads no price */
  readonly price: number | null;
  /** null where the import reads no code */
  readonly negative: PriceType | null;
  /** null where the master does not know the product or its group */
  readonly productGroup: ProductGroup | null;
  /** null where the master does not know the product */
  readonly product: Omit<AddedProduct, 'pzn'> | null;
};
