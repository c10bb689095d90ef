import { z } from 'zod';
import {
  clusterSchema,
  instantSchema,
  priceSchema,
  priceTypeSchema,
  productGroupSchema,
  pznSchema,
} from '../fields.ts';

/** A row of the price list as specified (rule 4.1): prices in euros with two decimals, differences in percent. */
export const priceListEntrySchema = z.object({
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  producer: z.string(),
  brand: z.string().nullable(),
  normSize: z.string().nullable(),
  atc: z.string().nullable(),
  peCluster: clusterSchema,
  vhCluster: clusterSchema,
  /** Sales in pieces */
  units: z.number().int().nullable(),
  avp: priceSchema,
  aep: priceSchema,
  vhp: priceSchema,
  priceMin: priceSchema,
  priceAvg: priceSchema,
  priceMax: priceSchema,
  /** The calculated price */
  priceNew: priceSchema,
  /** The effective price before the last change */
  priceOld: priceSchema,
  /** The own or permanent price; null under types 0 and 1 */
  priceEdit: priceSchema,
  /** Last change */
  date: instantSchema,
  negative: priceTypeSchema,
  diffAvp: priceSchema,
  diffAep: priceSchema,
  diffVhp: priceSchema,
  diffRpMin: priceSchema,
  diffRpAvg: priceSchema,
  diffRpMax: priceSchema,
});
export type PriceListEntry = z.infer<typeof priceListEntrySchema>;

/** What the specified row calls otherwise than the domain does. */
export const PRICE_LIST_WIRE_NAMES = {
  calculatedPrice: 'priceNew',
  formerPrice: 'priceOld',
  ownPrice: 'priceEdit',
  priceType: 'negative',
} as const satisfies Record<string, keyof PriceListEntry>;

const texts = z.array(z.string());
const optionalTexts = z.array(z.string().nullable());
const integers = z.array(z.number().int().nullable());
const cents = integers;

/** What is known of products, by columns: index i is one article in every column. */
export const productColumns = z.object({
  pzn: texts,
  name: texts,
  content: optionalTexts,
  producer: texts,
  brand: optionalTexts,
  normSize: optionalTexts,
  atc: optionalTexts,
  /** Value added tax in percent, 7 or 19; null where no delivery has said it */
  vatPercent: integers,
});
export type ProductColumns = z.infer<typeof productColumns>;

/**
 * The same rows by columns, in the names of the domain. Prices in cents, `date` in seconds since 1970.
 */
export const priceListColumns = productColumns.extend({
  peCluster: z.array(clusterSchema),
  vhCluster: z.array(clusterSchema),
  units: integers,
  avp: cents,
  aep: cents,
  vhp: cents,
  priceMin: cents,
  priceAvg: cents,
  priceMax: cents,
  calculatedPrice: cents,
  formerPrice: cents,
  ownPrice: cents,
  date: z.array(z.number().int()),
  priceType: z.array(priceTypeSchema),
});

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
