import type { Cents, PriceType, ProductGroup } from '@portal/rules';
import { z } from 'zod';
import { priceTypeSchema, productGroupSchema, pznSchema } from '../fields.ts';
import { writeEuros } from './euros.ts';

/** One product for the till. */
export const tillPriceSchema = z.object({
  pzn: pznSchema,
  productGroup: productGroupSchema,
  /** Selling price in euros with at most two decimals; null when withdrawn */
  price: z.number().positive().nullable(),
  /** The portal gives no price (any more): an exclusion, or a product that has left the list */
  withdrawn: z.boolean(),
  /** With `details=true`: AVP and name as they are now; type null for a product that has left the list. */
  avp: z.number().positive().nullable().optional(),
  priceType: priceTypeSchema.nullable().optional(),
  name: z.string().optional(),
  /** Day of the latest change in Berlin; null where it is not known, as amid a load */
  validFrom: z.iso.date().nullable().optional(),
});
export type TillPrice = z.infer<typeof tillPriceSchema>;

type Product = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly effectivePrice: Cents | null;
};

/** What the till gets for a product: its price in euros, or that it has none (any more). */
export function writeTillPrice({ pzn, productGroup, effectivePrice }: Product): TillPrice {
  return { pzn, productGroup, price: writeEuros(effectivePrice), withdrawn: effectivePrice === null };
}

/** The same with what a till's file may have further columns for. */
export function writeTillDetails(
  product: Product & {
    readonly priceType: PriceType | null;
    readonly avp: Cents | null;
    readonly name: string;
    readonly validFrom: string | null;
  },
): TillPrice {
  const { avp, priceType, name, validFrom } = product;
  return { ...writeTillPrice(product), avp: writeEuros(avp), priceType, name, validFrom };
}
