import { PART_BLOCKERS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  pznSchema,
  statusOkSchema,
  updateKindParamSchema,
} from './fields.ts';
import { updateIdSchema } from './price-updates.ts';

const packagePath = {
  kind: updateKindParamSchema,
  pharmacyId: pharmacyIdSchema,
  token: pharmacyTokenSchema,
  id: updateIdSchema,
  productGroup: productGroupParamSchema,
};

export const MAX_STAYING_NAMED = 200;

export const approvePartAnswerSchema = z.object({
  status: z.literal('OK'),
  number: z.number().int(),
  approved: z.number().int(),
  changed: z.number().int(),
  /** Sent and still open, the first named. */
  stays: z.object({
    count: z.number().int(),
    rows: z
      .array(z.object({ pzn: z.string(), why: z.enum([...PART_BLOCKERS, 'changed', 'unknown']) }))
      .max(MAX_STAYING_NAMED),
  }),
});
export type ApprovePartAnswer = z.infer<typeof approvePartAnswerSchema>;

export const approvePart = endpoint({
  id: 'approvePart',
  summary: 'Approves the rows of an update package that nobody has to look at; the rest stays open',
  method: 'PUT',
  path: '/api/price/approvepart/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'heavy',
  params: z.object(packagePath),
  body: z.object({
    pzns: z.array(pznSchema).min(1).max(100_000),
    version: z.number().int().nonnegative(),
    listVersion: z.number().int().nonnegative(),
  }),
  bodyLimit: 'list',
  answer: approvePartAnswerSchema,
});

export const takeBackPart = endpoint({
  id: 'takeBackPart',
  summary: 'Takes the approval of a part back: its rows get their former prices and are open again',
  method: 'DELETE',
  path: '/api/price/approvepart/:kind/:pharmacyId/:token/:id/:productGroup/:number',
  access: { kind: 'pharmacy', write: true, staffOnly: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: z.object({
    ...packagePath,
    number: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, { error: 'Die Nummer eines Teils besteht aus 1 bis 4 Ziffern.' })
      .transform(Number)
      .meta(integerText(1, 9_999)),
  }),
  answer: statusOkSchema,
});
