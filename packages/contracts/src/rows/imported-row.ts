import type { ImportedRow } from '@portal/rules';
import { z } from 'zod';
import { priceSchema, priceTypeSchema, productGroupSchema, pznSchema } from '../fields.ts';
import { readEuros, writeEuros } from './euros.ts';

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

/** A row as it travels. */
export function writeImportedRow({ line, pzn, productGroup, product, ...row }: ImportedRow): ImportedRowOnWire {
  const { ownPrice, priceType, roundedFrom } = row;
  const rounded = roundedFrom === undefined ? {} : { roundedFrom };
  return { line, pzn, price: writeEuros(ownPrice), ...rounded, negative: priceType, productGroup, product };
}

/** A row that has arrived. */
export function readImportedRow({ price, negative, roundedFrom, ...rest }: ImportedRowOnWire): ImportedRow {
  return {
    ...rest,
    ...(roundedFrom === undefined ? {} : { roundedFrom }),
    ownPrice: readEuros(price),
    priceType: negative,
  };
}
