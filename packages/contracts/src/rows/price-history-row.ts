import type { Cents, PriceType } from '@portal/rules';
import { z } from 'zod';
import { instantSchema, priceSchema, priceTypeSchema } from '../fields.ts';
import { readEuros, writeEuros } from './euros.ts';

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
});
export type PriceHistoryEntry = z.infer<typeof priceHistoryEntrySchema>;

/** The same entry in the words of the domain. */
export type PriceHistoryRow = Omit<PriceHistoryEntry, 'avp' | 'priceNew' | 'negative'> & {
  readonly avp: Cents | null;
  /** after the change; null for an exclusion */
  readonly effectivePrice: Cents | null;
  /** null where the product has left the list */
  readonly priceType: PriceType | null;
};

/** An entry as it travels. */
export function writePriceHistory({ avp, effectivePrice, priceType, ...rest }: PriceHistoryRow): PriceHistoryEntry {
  return { ...rest, avp: writeEuros(avp), priceNew: writeEuros(effectivePrice), negative: priceType };
}

/** An entry that has arrived. */
export function readPriceHistory({ avp, priceNew, negative, ...rest }: PriceHistoryEntry): PriceHistoryRow {
  return { ...rest, avp: readEuros(avp), effectivePrice: readEuros(priceNew), priceType: negative };
}
