import { type StoredColumnName, storedColumnNames } from '@portal/rules';
import { z } from 'zod';
import type { ProductColumns, priceListColumns } from './price-list-row.ts';

/** The whole numbers of a column with commas between, and nothing where there is none: `999,,1250`. */
const numbers = z.string().regex(/^[\d,]*$/);

/**
 * The columns of a price list without what is known of its products, each as one text: half of what it weighs as JSON (ADR 73). `pzn`: by how
 * much the first seven digits are more than those of the row before; the eighth follows from them.
 */
export const pricesPiece = z.object({
  pzn: numbers,
  ...(Object.fromEntries(storedColumnNames().map((name) => [name, numbers])) as Record<
    StoredColumnName,
    typeof numbers
  >),
});
export type PricesPiece = z.infer<typeof pricesPiece>;

/** The columns that the texts stand for. */
export type PricesColumns = Omit<z.infer<typeof priceListColumns>, Exclude<keyof ProductColumns, 'pzn'>>;
