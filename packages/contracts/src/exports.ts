import { TILL_ENCODINGS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, pznSchema } from './fields.ts';
import { TILL_CONTENTS } from './till-files.ts';

/** Rule 9.2. */
export const tillFileSchema = z.object({
  status: z.literal('OK'),
  /** Approved prices only, exclusions without a price. */
  data: z.string(),
  extension: z.string(),
  encoding: z.enum(TILL_ENCODINGS).optional(),
  /** A second file in UTF-8, where the profile has one (rule 9.41). */
  companion: z.string().optional(),
  /** Withdrawn PZNs that the file lacks (rules 9.34 and 9.44). */
  omitted: z.array(pznSchema).optional(),
});
export type TillFile = z.infer<typeof tillFileSchema>;

export const downloadTillFile = endpoint({
  id: 'downloadTillFile',
  summary: 'Price file for the till, of any product groups; it is kept among the files that were downloaded',
  method: 'POST',
  path: '/api/price/clientpricelistdownload/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'file',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  body: z.object({
    productGroups: z
      .array(productGroupParamSchema)
      .min(1, { error: 'Bitte mindestens eine Warengruppe wählen.' })
      .max(20, { error: 'So viele Warengruppen gibt es nicht.' }),
    contents: z.enum(TILL_CONTENTS).default('list'),
    /** Whatever the profile says (rule 9.44). */
    withdrawn: z.literal('omit', { error: 'withdrawn ist omit oder fehlt.' }).optional(),
  }),
  answer: tillFileSchema,
});
