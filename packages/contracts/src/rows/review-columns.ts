import { CHECK_RESULTS, DELIVERY_CHECKS, DELIVERY_COLOURS } from '@portal/rules';
import { z } from 'zod';
import { priceTypeSchema } from '../fields.ts';

const integers = z.array(z.number().int().nullable());
const cents = integers;

/** Row i of the package; null: not listed. Cents, packs, seconds since 1970. */
export const contextColumns = z.object({
  effectivePrice: cents,
  /** Under an own price too */
  calculatedPrice: cents,
  priceType: z.array(priceTypeSchema.nullable()),
  ownPrice: cents,
  aep: cents,
  avp: cents,
  vhp: cents,
  units: integers,
  priceMin: cents,
  priceAvg: cents,
  priceMax: cents,
  date: integers,
  deliveredPriceMin: cents,
  deliveredPriceMax: cents,
});

/** Rule 14.24. `ownPrices`, `permanentPrices`, `exclusions` count the list, not `articles`. */
export const leavingSchema = z.object({
  count: z.number().int(),
  listCount: z.number().int(),
  ownPrices: z.number().int(),
  permanentPrices: z.number().int(),
  exclusions: z.number().int(),
  /** Running and coming (rule 17.5). */
  periods: z.number().int(),
  /** Rows of open packages that parts have approved (rule 6.31). */
  approvedInParts: z.number().int().optional(),
  /** Cents */
  articles: z.object({
    pzn: z.array(z.string()),
    name: z.array(z.string()),
    effectivePrice: cents,
    priceType: z.array(priceTypeSchema),
  }),
});
export type Leaving = z.infer<typeof leavingSchema>;

/** Rule 20.2. */
export const deliveryDoubtSchema = z.object({ check: z.enum(DELIVERY_CHECKS), message: z.string() });
export type DeliveryDoubtAnswer = z.infer<typeof deliveryDoubtSchema>;

export const DELIVERY_EXAMPLES = 2;

/** Rule 20.1. */
export const certificateSchema = z.object({
  colour: z.enum(DELIVERY_COLOURS),
  checks: z.array(
    z.object({
      check: z.enum(DELIVERY_CHECKS),
      result: z.enum(CHECK_RESULTS),
      message: z.string().nullable(),
      /** Cents; beside the first that refuses. */
      examples: z
        .array(z.object({ name: z.string(), before: z.number().int(), after: z.number().int() }))
        .max(DELIVERY_EXAMPLES)
        .optional(),
    }),
  ),
});
export type Certificate = z.infer<typeof certificateSchema>;
