import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  pznSchema,
  updateKindParamSchema,
} from './fields.ts';
import { updateIdSchema } from './price-updates.ts';

/** Cents; null: exclusion. Another price now: out of date. */
const shownPrice = z.number().int().min(1).max(9_999_999).nullable();

/** By person, latest first; products by PZN (rule 14.25). */
export const reviewMarksSchema = z.object({
  persons: z.array(
    z.object({
      userName: z.string(),
      mine: z.boolean(),
      /** By columns; `markedAt` in seconds since 1970. */
      marks: z.object({
        pzn: z.array(pznSchema),
        price: z.array(shownPrice),
        markedAt: z.array(z.number().int()),
      }),
    }),
  ),
});
export type ReviewMarks = z.infer<typeof reviewMarksSchema>;

const body = z.object({
  marks: z
    .array(
      z.object({
        pzn: pznSchema,
        price: shownPrice,
        reviewed: z.boolean(),
      }),
    )
    .min(1)
    .max(20_000),
});
export type ReviewMarkRow = z.infer<typeof body>['marks'][number];

const listPath = { pharmacyId: pharmacyIdSchema, token: pharmacyTokenSchema, productGroup: productGroupParamSchema };
const packagePath = { ...listPath, kind: updateKindParamSchema, id: updateIdSchema };

const reading = {
  method: 'GET',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  answer: reviewMarksSchema,
} as const;
/** Idempotent; unknown products are skipped. */
const setting = {
  method: 'PUT',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  body,
  bodyLimit: 'list',
  answer: z.object({
    status: z.literal('OK'),
    marked: z.number().int(),
    unmarked: z.number().int(),
  }),
} as const;

export const getReviewMarks = endpoint({
  ...reading,
  id: 'getReviewMarks',
  cost: 'light',
  summary: 'What each person has reviewed of an update package',
  path: '/api/price/reviewmarks/:kind/:pharmacyId/:token/:id/:productGroup',
  params: z.object(packagePath),
});

export const setReviewMarks = endpoint({
  ...setting,
  id: 'setReviewMarks',
  summary: 'Marks rows of an open update package as reviewed by the caller, or takes marks off',
  path: getReviewMarks.path,
  params: z.object(packagePath),
});

export const getListReviewMarks = endpoint({
  ...reading,
  id: 'getListReviewMarks',
  cost: 'light',
  summary: 'What each person has reviewed of a price list',
  path: '/api/price/reviewmarks/:pharmacyId/:token/:productGroup',
  params: z.object(listPath),
});

export const setListReviewMarks = endpoint({
  ...setting,
  id: 'setListReviewMarks',
  summary: 'Marks articles of a price list as reviewed by the caller, or takes marks off',
  path: getListReviewMarks.path,
  params: z.object(listPath),
});
