import { DELIVERY_CHECKS } from '@portal/rules';
import { z } from 'zod';
import { priceTypeSchema } from '../fields.ts';

const integers = z.array(z.number().int().nullable());
const cents = integers;

/**
 * What the list says of the products of a package: index i is row i of the package, by PZN as its columns are. Null where the
 * product is not on the list. Prices in cents, `units` in packs, `date` in seconds since 1970.
 */
export const contextColumns = z.object({
  effectivePrice: cents,
  /** Of the pricing engine, under an own price too */
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
  /** When price or type last changed */
  date: integers,
  /** What the package itself says of the surroundings, listed or not; null where it says nothing */
  deliveredPriceMin: cents,
  deliveredPriceMax: cents,
});

/**
 * What an LZD that resets the list takes from it (rule 14.24), drafts apart. `ownPrices`, `permanentPrices` and `exclusions`
 * count those of the whole list, all of which end, whether their article leaves or stays.
 */
export const leavingSchema = z.object({
  /** Articles of the list that the package does not hold */
  count: z.number().int(),
  /** All articles of the list, exclusions included */
  listCount: z.number().int(),
  ownPrices: z.number().int(),
  permanentPrices: z.number().int(),
  exclusions: z.number().int(),
  /** The articles that leave, by name, all or the first of them; prices in cents */
  articles: z.object({
    pzn: z.array(z.string()),
    name: z.array(z.string()),
    effectivePrice: cents,
    priceType: z.array(priceTypeSchema),
  }),
});
export type Leaving = z.infer<typeof leavingSchema>;

/** What speaks against a file as a whole (rule 14.61): which check, and a German sentence. */
export const deliveryDoubtSchema = z.object({ check: z.enum(DELIVERY_CHECKS), message: z.string() });
export type DeliveryDoubtAnswer = z.infer<typeof deliveryDoubtSchema>;
