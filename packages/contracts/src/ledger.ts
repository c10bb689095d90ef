import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  pznSchema,
  statusOkSchema,
  tillAccountSchema,
} from './fields.ts';

const cents = z.number().int().nullable();

/** Rule 22.3. */
export const listArrivalsSchema = z.object({
  /** Null: never loaded. */
  waiting: z
    .object({
      /** Null: all. */
      pzns: z.array(pznSchema).nullable(),
      since: z.array(z.iso.date()),
    })
    .nullable(),
  /** Null: not known. */
  differing: z.array(pznSchema).nullable(),
  /** Null: none printed. */
  outdated: z.array(pznSchema).nullable(),
});
export type ListArrivals = z.infer<typeof listArrivalsSchema>;

export const getListArrivals = endpoint({
  id: 'getListArrivals',
  summary: 'Articles of a price list that the till lacks, has at another price, or whose label is outdated',
  method: 'GET',
  path: '/api/price/arrivals/:pharmacyId/:token/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'heavy',
  params: z.object({
    pharmacyId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    productGroup: productGroupParamSchema,
  }),
  answer: listArrivalsSchema,
});

/** `userName` null: the till itself. */
const stepSchema = z.object({ at: instantSchema, userName: z.string().nullable() });

/** Rule 22.1; null: not yet, or not known. */
export const priceWaySchema = z.object({
  calculated: z.object({ at: instantSchema, kind: z.enum(UPDATE_KINDS) }).nullable(),
  approved: z.object({ at: instantSchema, userName: z.string(), event: z.string() }).nullable(),
  sent: stepSchema.nullable(),
  loaded: stepSchema.nullable(),
  held: z
    .object({ at: instantSchema, price: cents, state: z.enum(['equal', 'different', 'missing', 'extra']) })
    .nullable(),
  refused: z.object({ at: instantSchema, reason: z.string() }).nullable(),
  /** `printedAt` null: not known any more. */
  label: z.object({ price: cents, printedAt: instantSchema.nullable(), outdated: z.boolean() }).nullable(),
});
export type PriceWay = z.infer<typeof priceWaySchema>;

export const getPriceWay = endpoint({
  id: 'getPriceWay',
  summary: 'How far the price of an article has come: calculated, approved, sent, in the till, on the label',
  method: 'GET',
  path: '/api/price/way/:apoId/:token/:pzn',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'search',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema, pzn: pznSchema }),
  answer: priceWaySchema,
});

/** Rule 22.4. */
export const strayTillSchema = z.object({
  apoId: z.number().int(),
  crmCompanyId: z.number().int(),
  token: z.string(),
  name: z.string(),
  city: z.string(),
  lagsSince: instantSchema.nullable(),
  differsSince: instantSchema.nullable(),
  differing: z.number().int(),
  missing: z.number().int(),
  refused: z.number().int(),
  /** Rule 22.6. */
  standOf: instantSchema.nullable(),
  /** Rule 9.45. */
  doubtedAt: instantSchema.nullable(),
});
export type StrayTill = z.infer<typeof strayTillSchema>;

export const getStrayTills = endpoint({
  id: 'getStrayTills',
  summary: 'Pharmacies whose tills lag behind what was approved or differ from it',
  method: 'GET',
  path: '/api/admin/tills',
  access: { kind: 'staff' },
  cost: 'search',
  answer: z.object({ tills: z.array(strayTillSchema), total: z.number().int() }),
});

/** Rule 22.7. */
export const removeTill = endpoint({
  id: 'removeTill',
  summary: 'Forgets a till that is not used any more; one that calls again is back',
  method: 'DELETE',
  path: '/api/price/till/:apoId/:token/:account',
  access: { kind: 'pharmacy', withoutPilot: 'nobody' },
  cost: 'write',
  params: z.object({
    apoId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    account: tillAccountSchema,
  }),
  answer: statusOkSchema,
});
