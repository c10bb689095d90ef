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

/** The effective price that was shown, in cents; null for none, as of an exclusion. Another one now: the mark is out of date. */
const shownPrice = z.number().int().min(1).max(9_999_999).nullable();

/** What each person has reviewed ('geprüft'), whoever marked last first; the products by PZN (rule 14.25). */
export const reviewMarksSchema = z.object({
  persons: z.array(
    z.object({
      userName: z.string(),
      /** The caller's own marks */
      mine: z.boolean(),
      /** Index i is one mark in every column; `markedAt` in seconds since 1970. */
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
  /** Of one product twice the last one counts. */
  marks: z
    .array(
      z.object({
        pzn: pznSchema,
        price: shownPrice,
        /** false takes the caller's mark off again */
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
/** Repeating changes nothing; a product that package or list does not hold is passed over. */
const setting = {
  method: 'PUT',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  rate: 'save',
  body,
  bodyLimit: 'list',
  answer: z.object({
    status: z.literal('OK'),
    /** Marks that are new or have another price, and marks taken off */
    marked: z.number().int(),
    unmarked: z.number().int(),
  }),
} as const;

export const getReviewMarks = endpoint({
  ...reading,
  id: 'getReviewMarks',
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
