import { z } from 'zod';
import { priceSchema, priceTypeSchema, productGroupSchema, pznSchema } from '../fields.ts';

/**
 * A row of an import file as it was understood, with what the product master knows of the product. The price in euros with
 * two decimals.
 */
export const importedRowSchema = z.object({
  /** Physical line, the heading is 1 */
  line: z.number().int(),
  pzn: pznSchema,
  /** null where the cell is empty, and in a negative import */
  price: priceSchema,
  /** The result of a formula that was rounded to the price, as the workbook holds it */
  roundedFrom: z.string().optional(),
  /** Only in an expert import */
  negative: priceTypeSchema.nullable(),
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
