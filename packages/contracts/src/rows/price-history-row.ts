import type { Cents, PriceType } from '@portal/rules';
import { z } from 'zod';
import { instantSchema, priceSchema, priceTypeSchema } from '../fields.ts';

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
  /** With it the period that runs began (rule 17.1) */
  began: z.literal(true).optional(),
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

export type PriceHistoryRow = Omit<PriceHistoryEntry, 'avp' | 'priceNew' | 'negative' | 'priceOld' | 'negativeOld'> & {
  readonly avp: Cents | null;
  readonly effectivePrice: Cents | null;
  readonly priceType: PriceType | null;
  readonly former?: FormerPrice;
};
