import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, updateKindParamSchema } from './fields.ts';
import { COLUMNS_MEDIA_TYPE } from './constants.ts';
import { guardrailsSchema } from './settings.ts';
import { updateIdSchema } from './price-updates.ts';
import { contextColumns, leavingSchema } from './rows/review-columns.ts';

/** What a package is compared with: the list as it is, for an approved package the rows it loaded as they were before. */
export const reviewContextSchema = z.object({
  /** Versions of package and list; a package that was loaded with others has changed meanwhile. */
  version: z.number().int(),
  listVersion: z.number().int(),
  columns: contextColumns,
  /** How many effective prices end in 0, in 1, … in 9 cents. */
  listEndings: z.array(z.number().int()).length(10),
  /** What the package is judged by as a whole, beside its rows (rule 14.61). */
  delivery: z.object({
    /** Seconds since 1970 */
    arrivedAt: z.number().int(),
    /** Middle ratio of price to AVP on the list; null for an MDP, which has no new articles */
    priceToAvp: z.number().nullable(),
    /** How many prices the last approved packages of this kind and list changed, the latest first */
    formerChanges: z.array(z.number().int()),
  }),
  /** null unless the package is an LZD that resets the list. */
  leaving: leavingSchema.nullable(),
  /** Of the group, as they are now. */
  guardrails: guardrailsSchema,
});
export type ReviewContext = z.infer<typeof reviewContextSchema>;

/** A call of its own, so that opening a package waits for nothing. One content, under the media type of the package too. */
export const getReviewContext = endpoint({
  id: 'getReviewContext',
  summary: 'What the list says of the rows of an update package',
  method: 'GET',
  path: '/api/price/review/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
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
