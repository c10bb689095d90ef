import type { Cents, LowestPrice, PriceType } from '@portal/rules';
import { z } from 'zod';
import { daySchema, instantSchema, priceSchema, priceTypeSchema } from '../fields.ts';

/** Rule 4.18: euros. */
export const priceHistoryEntrySchema = z.object({
  createdAt: instantSchema,
  event: z.string(),
  username: z.string(),
  avp: priceSchema,
  /** null: exclusion */
  priceNew: priceSchema,
  negative: priceTypeSchema.nullable(),
  reason: z.string().optional(),
  /** Of the newest entry, with its last day; `isLower`: before the running period lowered the price (rule 17.10) */
  lowest: z.object({ price: z.number(), day: daySchema, isLower: z.boolean() }).optional(),
  /** Of the oldest entry: before it */
  priceOld: priceSchema.optional(),
  negativeOld: priceTypeSchema.optional(),
  /** Older changes are deleted */
  keptSince: instantSchema.optional(),
});
export type PriceHistoryEntry = z.infer<typeof priceHistoryEntrySchema>;

type FormerPrice = {
  readonly effectivePrice: Cents | null;
  readonly priceType: PriceType;
};

export type PriceHistoryRow = Omit<
  PriceHistoryEntry,
  'avp' | 'priceNew' | 'negative' | 'priceOld' | 'negativeOld' | 'lowest'
> & {
  readonly avp: Cents | null;
  readonly effectivePrice: Cents | null;
  readonly priceType: PriceType | null;
  readonly former?: FormerPrice;
  readonly lowest?: LowestPrice;
};
