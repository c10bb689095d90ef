import type { Cents, PriceType } from '@portal/rules';
import { z } from 'zod';
import { instantSchema, priceSchema, priceTypeSchema } from '../fields.ts';

/** One entry of a product's price history as specified (rule 4.18): prices in euros with two decimals. */
export const priceHistoryEntrySchema = z.object({
  createdAt: instantSchema,
  event: z.string(),
  username: z.string(),
  avp: priceSchema,
  /** The effective price after the change; null for an exclusion */
  priceNew: priceSchema,
  negative: priceTypeSchema.nullable(),
  /** Why, where the person said so */
  reason: z.string().optional(),
  /** Of the oldest entry, where the product was listed before it: price and type until then */
  priceOld: priceSchema.optional(),
  negativeOld: priceTypeSchema.optional(),
  /** Of the same, where changes from before this moment are no longer kept */
  keptSince: instantSchema.optional(),
});
export type PriceHistoryEntry = z.infer<typeof priceHistoryEntrySchema>;

type FormerPrice = {
  /** null for an exclusion */
  readonly effectivePrice: Cents | null;
  readonly priceType: PriceType;
};

/** The same entry in the words of the domain. */
export type PriceHistoryRow = Omit<PriceHistoryEntry, 'avp' | 'priceNew' | 'negative' | 'priceOld' | 'negativeOld'> & {
  readonly avp: Cents | null;
  /** after the change; null for an exclusion */
  readonly effectivePrice: Cents | null;
  /** null where the product has left the list */
  readonly priceType: PriceType | null;
  /** before the oldest change, where it is known */
  readonly former?: FormerPrice;
};
