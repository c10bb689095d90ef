import type { Cents, PriceType, ProductGroup } from '@portal/rules';
import { z } from 'zod';
import { priceTypeSchema, productGroupSchema, pznSchema } from '../fields.ts';
import { writeEuros } from './euros.ts';

export const tillPriceSchema = z.object({
  pzn: pznSchema,
  productGroup: productGroupSchema,
  /** Euros; null when withdrawn */
  price: z.number().positive().nullable(),
  /** Exclusion or delisted */
  withdrawn: z.boolean(),
  /** With `details=true`, as they are now. */
  avp: z.number().positive().nullable().optional(),
  priceType: priceTypeSchema.nullable().optional(),
  name: z.string().optional(),
  /** In Berlin; null where unknown */
  validFrom: z.iso.date().nullable().optional(),
});
export type TillPrice = z.infer<typeof tillPriceSchema>;

type Product = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly effectivePrice: Cents | null;
};

export function writeTillPrice({ pzn, productGroup, effectivePrice }: Product): TillPrice {
  return { pzn, productGroup, price: writeEuros(effectivePrice), withdrawn: effectivePrice === null };
}

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
