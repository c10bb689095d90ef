import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  centsSchema,
  daySchema,
  instantSchema,
  pharmacyParams,
  priceTypeSchema,
  productGroupSchema,
  pznSchema,
  statusOkSchema,
} from './fields.ts';

/** Of a state; to come of one list (rule 17.14). */
export const MAX_PERIODS = 5_000;

/** Rules 17.1 and 17.9. */
export const pricePeriodSchema = z.object({
  id: z.number().int(),
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  productGroup: productGroupSchema,
  state: z.enum(['coming', 'running', 'ended']),
  effectivePrice: centsSchema,
  priceType: priceTypeSchema,
  validFrom: daySchema,
  validTo: daySchema.nullable(),
  userName: z.string(),
  endedAt: instantSchema.nullable(),
  endedBy: z.string().nullable(),
  /** In force afterwards, as the row beneath is now. */
  effectivePriceAfter: centsSchema.nullable(),
});
export type PricePeriod = z.infer<typeof pricePeriodSchema>;

export const getPricePeriods = endpoint({
  id: 'getPricePeriods',
  summary: 'Prices that begin and end: those that run, those to come and the last that ended',
  method: 'GET',
  path: '/api/price/periods/:pharmacyId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: pharmacyParams,
  query: z.object({ pzn: pznSchema.optional() }),
  answer: z.object({
    today: daySchema,
    periods: z.array(pricePeriodSchema),
    /** All there are. */
    counts: z.object({ running: z.number().int(), coming: z.number().int(), ended: z.number().int() }),
  }),
});

export const endPricePeriods = endpoint({
  id: 'endPricePeriods',
  summary: 'Ends periods that run, and takes back those to come',
  method: 'POST',
  path: '/api/price/periods/:pharmacyId/:token/end',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: pharmacyParams,
  body: z.object({ ids: z.array(z.number().int().positive()).min(1).max(500) }),
  answer: statusOkSchema.extend({ ended: z.number().int() }),
});
