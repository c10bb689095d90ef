import { type StoredColumnName, storedColumnNames } from '@portal/rules';
import { z } from 'zod';
import type { ProductColumns, priceListColumns } from './price-list-row.ts';

/** `999,,1250`: nothing between commas is null. */
const numbers = z.string().regex(/^[\d,]*$/);

/** One text a column: half the bytes of JSON (ADR 73). `pzn`: differences of seven digits. */
export const pricesPiece = z.object({
  pzn: numbers,
  ...(Object.fromEntries(storedColumnNames().map((name) => [name, numbers])) as Record<
    StoredColumnName,
    typeof numbers
  >),
});
export type PricesPiece = z.infer<typeof pricesPiece>;

export type PricesColumns = Omit<z.infer<typeof priceListColumns>, Exclude<keyof ProductColumns, 'pzn'>>;
