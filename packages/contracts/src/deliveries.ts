import { REFUSED_STATES, UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  lineSchema,
  instantSchema,
  pharmacyIdSchema,
  productGroupSchema,
  statusOkSchema,
  timeNumberText,
} from './fields.ts';
import { updateIdSchema } from './price-updates.ts';
import { certificateSchema } from './rows/review-columns.ts';

/** Listed at most. */
export const LISTED_DELIVERIES = 500;

export const deliverySchema = z.object({
  id: z.number().int(),
  kind: z.enum(UPDATE_KINDS),
  productGroup: productGroupSchema,
  pharmacy: z.object({ apoId: z.number().int(), crmCompanyId: z.number().int(), name: z.string() }),
  fileName: z.string(),
  arrivedAt: instantSchema,
  state: z.enum(REFUSED_STATES),
  stateText: z.string(),
  reason: z.string().nullable(),
  updateId: z.number().int().nullable(),
  certificate: certificateSchema,
});
export type Delivery = z.infer<typeof deliverySchema>;

/** With the pharmacy's token, for its pages. */
export const listedDeliverySchema = deliverySchema.extend({ token: z.string() });
export type ListedDelivery = z.infer<typeof listedDeliverySchema>;

/** Old and new values of an article; the others are counted. */
export const NAMED_PRODUCT_CHANGES = 30;

/** What a doubted delivery says of articles that all pharmacies have waits for staff (rule 20.22). */
export const waitingProductsSchema = z.object({
  updateId: z.number().int(),
  kind: z.enum(UPDATE_KINDS),
  productGroup: productGroupSchema,
  pharmacy: z.object({ apoId: z.number().int(), crmCompanyId: z.number().int(), name: z.string() }),
  token: z.string(),
  arrivedAt: instantSchema,
  sentences: z.array(z.string()),
  count: z.number().int(),
  changes: z.array(z.object({ pzn: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
});
export type WaitingProducts = z.infer<typeof waitingProductsSchema>;

const params = z.object({ deliveryId: timeNumberText('Lieferung') });

/** Rule 20.11. */
export const getDelivery = endpoint({
  id: 'getDelivery',
  summary: 'What became of a delivery that was refused by its certificate',
  method: 'GET',
  path: '/api/intake/deliveries/:deliveryId',
  access: { kind: 'service', role: 'pricing_engine', orStaff: true },
  cost: 'service',
  params,
  answer: deliverySchema,
});

export const getDeliveries = endpoint({
  id: 'getDeliveries',
  summary: 'Refused deliveries, those that wait for a decision first',
  method: 'GET',
  path: '/api/admin/deliveries',
  access: { kind: 'staff' },
  cost: 'list',
  answer: z.object({
    at: instantSchema,
    deliveries: z.array(listedDeliverySchema),
    open: z.number().int(),
    held: z.array(waitingProductsSchema),
  }),
});

export const getDeliveryFile = endpoint({
  id: 'getDeliveryFile',
  summary: 'The file of a refused delivery, byte for byte',
  method: 'GET',
  path: '/api/admin/deliveries/:deliveryId/file',
  access: { kind: 'staff' },
  cost: 'file',
  params,
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'text/csv': z.string() },
});

const reason = lineSchema(200).min(3, { error: 'Bitte geben Sie einen Grund an.' });

export const takeInDelivery = endpoint({
  id: 'takeInDelivery',
  summary: 'Takes a refused delivery in, as if it arrived now',
  method: 'POST',
  path: '/api/admin/deliveries/:deliveryId/take-in',
  access: { kind: 'staff' },
  cost: 'upload',
  params,
  body: z.object({ reason }),
  answer: z.object({ status: z.literal('OK'), updateId: z.number().int() }),
});

export const decideHeldProducts = endpoint({
  id: 'decideHeldProducts',
  summary: 'Gives names and contents of a doubted delivery to the product master, or keeps the known ones',
  method: 'POST',
  path: '/api/admin/deliveries/products/:apoId/:updateId',
  access: { kind: 'staff' },
  cost: 'write',
  params: z.object({ apoId: pharmacyIdSchema, updateId: updateIdSchema }),
  body: z.object({ takesNew: z.boolean() }),
  answer: statusOkSchema,
});

export const refuseDelivery = endpoint({
  id: 'refuseDelivery',
  summary: 'Refuses a delivery for good',
  method: 'POST',
  path: '/api/admin/deliveries/:deliveryId/refuse',
  access: { kind: 'staff' },
  cost: 'write',
  params,
  body: z.object({ reason }),
  answer: statusOkSchema,
});
