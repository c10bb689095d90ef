import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, updateKindParamSchema } from './fields.ts';
import { COLUMNS_MEDIA_TYPE } from './constants.ts';
import { guardrailsSchema } from './settings.ts';
import { updateIdSchema } from './price-updates.ts';
import { contextColumns, deliveryDoubtSchema, leavingSchema } from './rows/review-columns.ts';

/** For an approved package the rows before it. */
export const reviewContextSchema = z.object({
  version: z.number().int(),
  listVersion: z.number().int(),
  columns: contextColumns,
  /** Prices that end in 0 to 9 cents. */
  listEndings: z.array(z.number().int()).length(10),
  /** Rule 20.2. */
  delivery: z.object({
    /** Seconds since 1970 */
    arrivedAt: z.number().int(),
    /** Median on the list; null for an MDP */
    priceToAvp: z.number().nullable(),
    /** Of this kind and list, latest first */
    formerChanges: z.array(z.number().int()),
    onArrival: z.array(deliveryDoubtSchema),
  }),
  leaving: leavingSchema.nullable(),
  guardrails: guardrailsSchema,
});
export type ReviewContext = z.infer<typeof reviewContextSchema>;

export const getReviewContext = endpoint({
  id: 'getReviewContext',
  summary: 'What the list says of the rows of an update package',
  method: 'GET',
  path: '/api/price/review/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: z.object({
    kind: updateKindParamSchema,
    pharmacyId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    id: updateIdSchema,
    productGroup: productGroupParamSchema,
  }),
  answer: reviewContextSchema,
  answerKind: 'negotiated',
  media: { [COLUMNS_MEDIA_TYPE]: reviewContextSchema },
});
