import {
  MAX_RANGES,
  productColumnNames,
  type PriceListColumnName,
  shownColumns,
  storedColumnNames,
} from '@portal/rules';
import { z } from 'zod';
import { daySchema, productGroupSchema, pznSchema } from '../fields.ts';
import { cellSchemas, columnSchemas, wireNames } from './column-schemas.ts';
import { differenceCells } from './differences.ts';

const NAMES: readonly PriceListColumnName[] = [...productColumnNames(), ...storedColumnNames()];

/** Rule 4.1: euros, percent. */
export const priceListEntrySchema = z.object({
  ...cellSchemas(NAMES, 'list'),
  pzn: pznSchema,
  ...differenceCells(shownColumns('priceList')),
});
export type PriceListEntry = z.infer<typeof priceListEntrySchema>;

export const PRICE_LIST_WIRE_NAMES = wireNames('list');

/** By columns: index i is one article. */
export const productColumns = columnSchemas(productColumnNames());
export type ProductColumns = z.infer<typeof productColumns>;

/** Cents, seconds since 1970. */
export const priceListColumns = columnSchemas(NAMES);

/** `priceEdit` null: no own price. `productGroup`: new exclusions only. Days: rules 17.2, 17.4 and 19.6. */
export const priceEditRowSchema = z
  .object({
    pzn: pznSchema,
    priceEdit: z.number().nullable(),
    editedPermanent: z.boolean(),
    /** Left out with `later`: a former build refuses the row (ADR 63). */
    editedIgnore: z.boolean().optional(),
    productGroup: productGroupSchema.optional(),
    validFrom: daySchema.nullish(),
    validTo: daySchema.nullish(),
    remindOn: daySchema.nullish(),
    /** Of the row beneath the period that runs (rule 17.3) */
    beneath: z.literal(true).optional(),
    /** From later days on (rule 17.13) */
    later: z
      .array(
        z.object({
          priceEdit: z.number(),
          editedPermanent: z.boolean(),
          validFrom: daySchema,
          validTo: daySchema.nullable(),
        }),
      )
      .max(MAX_RANGES - 1)
      .optional(),
  })
  .refine(({ editedIgnore, later }) => editedIgnore !== undefined || later !== undefined, {
    path: ['editedIgnore'],
    error: 'Die Angabe fehlt.',
  });
export type PriceEditRow = z.infer<typeof priceEditRowSchema>;
