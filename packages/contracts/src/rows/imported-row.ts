import { z } from 'zod';
import { daySchema, priceSchema, priceTypeSchema, productGroupSchema, pznSchema } from '../fields.ts';

export const importedRowSchema = z.object({
  /** Physical line, the heading is 1 */
  line: z.number().int(),
  pzn: pznSchema,
  /** null for an empty cell, and in a negative import */
  price: priceSchema,
  /** A formula's result that was rounded */
  roundedFrom: z.string().optional(),
  negative: priceTypeSchema.nullable(),
  validFrom: daySchema.optional(),
  validTo: daySchema.optional(),
  productGroup: productGroupSchema.nullable(),
  product: z
    .object({
      name: z.string(),
      content: z.string().nullable(),
      producer: z.string(),
      brand: z.string().nullable(),
      normSize: z.string().nullable(),
      atc: z.string().nullable(),
    })
    .nullable(),
});
export type ImportedRowOnWire = z.infer<typeof importedRowSchema>;
