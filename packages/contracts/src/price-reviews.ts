import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  centsSchema,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  pznSchema,
  statusOkSchema,
} from './fields.ts';

const cents = z.number().int().nullable();
const list = z.object({
  pharmacyId: pharmacyIdSchema,
  token: pharmacyTokenSchema,
  productGroup: productGroupParamSchema,
});

/** A fixed price that is to be looked at again (rule 19.4). */
const dueReviewSchema = z.object({
  pzn: pznSchema,
  /** When it was last; a day in Berlin, as its figures then. */
  since: z.iso.date(),
  aep: cents,
  avp: cents,
  umfeld: cents,
});
export type DueReview = z.infer<typeof dueReviewSchema>;

/** A permanent price that is to be looked at again on a day (rule 19.6). */
const reminderSchema = z.object({ pzn: pznSchema, day: z.iso.date() });
export type Reminder = z.infer<typeof reminderSchema>;

export const getDueReviews = endpoint({
  id: 'getDueReviews',
  summary: 'Permanent prices and exclusions of a price list that are due for review, and reminders to come',
  method: 'GET',
  path: '/api/price/reviews/:pharmacyId/:token/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: list,
  answer: z.object({ rows: z.array(dueReviewSchema), reminders: z.array(reminderSchema) }),
});

/** With the price shown; null: exclusion. */
const shownPrice = z.number().int().min(1).max(9_999_999).nullable();

/** Idempotent; what is not due stays as it is. */
export const keepFixedPrices = endpoint({
  id: 'keepFixedPrices',
  summary: 'Keeps permanent prices and exclusions that are due for review until their next review',
  method: 'PUT',
  path: getDueReviews.path,
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: list,
  body: z.object({
    rows: z
      .array(z.object({ pzn: pznSchema, price: shownPrice }))
      .min(1)
      .max(20_000),
  }),
  bodyLimit: 'list',
  answer: statusOkSchema.extend({ kept: z.number().int() }),
});

const figure = centsSchema.nullable();
const keptSince = z.iso.date().refine((day) => day >= '2000-01-01');

/** Of the same day only. */
export const takeBackKept = endpoint({
  id: 'takeBackKept',
  summary: 'Takes back that fixed prices were kept today: they are due again, with the figures they were due with',
  method: 'POST',
  path: getDueReviews.path,
  access: keepFixedPrices.access,
  cost: 'write',
  params: list,
  body: z.object({
    rows: z
      .array(
        z.object({ pzn: pznSchema, since: keptSince, aep: figure, avp: figure, umfeld: figure, price: shownPrice }),
      )
      .min(1)
      .max(20_000),
  }),
  bodyLimit: 'list',
  answer: statusOkSchema.extend({ due: z.number().int() }),
});
