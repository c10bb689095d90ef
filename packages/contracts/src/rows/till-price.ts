import type { Cents, ProductGroup } from '@portal/rules';
import { z } from 'zod';
import { productGroupSchema, pznSchema } from '../fields.ts';
import { writeEuros } from './euros.ts';

/** One product for the till. */
export const tillPriceSchema = z.object({
  pzn: pznSchema,
  productGroup: productGroupSchema,
  /** Selling price in euros with at most two decimals; null when withdrawn */
  price: z.number().positive().nullable(),
  /** The portal gives no price (any more): an exclusion, or a product that has left the list */
  withdrawn: z.boolean(),
});
export type TillPrice = z.infer<typeof tillPriceSchema>;

/** What the till gets for a product: its price in euros, or that it has none (any more). */
export function writeTillPrice(product: {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly effectivePrice: Cents | null;
}): TillPrice {
  const { pzn, productGroup, effectivePrice } = product;
  return { pzn, productGroup, price: writeEuros(effectivePrice), withdrawn: effectivePrice === null };
}
