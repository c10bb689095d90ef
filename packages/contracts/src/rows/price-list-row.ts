import { productColumnNames, type PriceListColumnName, shownColumns, storedColumnNames } from '@portal/rules';
import { z } from 'zod';
import { productGroupSchema, pznSchema } from '../fields.ts';
import { cellSchemas, columnSchemas, wireNames } from './column-schemas.ts';
import { differenceCells } from './differences.ts';

const NAMES: readonly PriceListColumnName[] = [...productColumnNames(), ...storedColumnNames()];

/** A row of the price list as specified (rule 4.1): euros with two decimals, differences in percent. */
export const priceListEntrySchema = z.object({
  ...cellSchemas(NAMES, 'list'),
  pzn: pznSchema,
  ...differenceCells(shownColumns('priceList')),
});
export type PriceListEntry = z.infer<typeof priceListEntrySchema>;

/** What the specified row calls otherwise than the domain does. */
export const PRICE_LIST_WIRE_NAMES = wireNames('list');

/** What is known of products, by columns: index i is one article in every column. */
export const productColumns = columnSchemas(productColumnNames());
export type ProductColumns = z.infer<typeof productColumns>;

/** The same rows by columns, in the names of the domain. Prices in cents, `date` in seconds since 1970. */
export const priceListColumns = columnSchemas(NAMES);

/**
 * One edited row of a save. `priceEdit` null means no own price. Other fields are ignored.
 * `productGroup` is only needed for a product that the list does not hold yet (a new exclusion).
 */
export const priceEditRowSchema = z.object({
  pzn: pznSchema,
  priceEdit: z.number().nullable(),
  editedPermanent: z.boolean(),
  editedIgnore: z.boolean(),
  productGroup: productGroupSchema.optional(),
});
export type PriceEditRow = z.infer<typeof priceEditRowSchema>;
