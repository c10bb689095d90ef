import { z } from 'zod';
import { effectSchema } from './effect.ts';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, updateKindParamSchema } from './fields.ts';
import { updateIdSchema } from './price-updates.ts';
import { deliveryDoubtSchema } from './rows/review-columns.ts';

/** Stored drafts included (rule 14.37). */
export const reviewFiguresSchema = z.object({
  rows: z.number().int(),
  /** In parts (rule 6.31). */
  approved: z.number().int().optional(),
  /** What an approval would load. */
  open: z.number().int().optional(),
  changed: z.number().int(),
  toReview: z.number().int(),
  doubts: z.array(deliveryDoubtSchema),
  /** Difference of 'Rohertrag' (rule 14.5) */
  grossProfit: effectSchema,
  reviewed: z.object({
    count: z.number().int(),
    persons: z.array(z.object({ userName: z.string(), mine: z.boolean(), count: z.number().int() })),
  }),
});
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>;

export const getReviewFigures = endpoint({
  id: 'getReviewFigures',
  summary: 'How much of an update package is to be reviewed, and what it is worth',
  method: 'GET',
  path: '/api/price/reviewfigures/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'heavy',
  params: z.object({
    kind: updateKindParamSchema,
    pharmacyId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    id: updateIdSchema,
    productGroup: productGroupParamSchema,
  }),
  answer: reviewFiguresSchema,
});
