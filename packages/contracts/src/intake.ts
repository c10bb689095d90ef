import { z } from 'zod';
import { DELIVERY_STATES } from '@portal/rules';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, productGroupSchema } from './fields.ts';
import { certificateSchema, deliveryDoubtSchema, leavingSchema } from './rows/review-columns.ts';

/** null for what cannot be named. */
export const fileIssueSchema = z.object({
  /** Physical line, the heading is 1 */
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
});
export type FileIssueAnswer = z.infer<typeof fileIssueSchema>;

/** Left out while the rest was loaded; the first 50. */
const leftOut = {
  leftOut: z.array(z.object({ line: z.number().int(), pzn: z.string(), reason: z.string() })),
  leftOutTotal: z.number().int(),
  /** How the file was read, in German. */
  notes: z.array(z.string()),
};
const taken = {
  status: z.literal('OK'),
  id: z.number().int(),
  rows: z.number().int(),
  ...leftOut,
  /** Of an LZD that resets the list. */
  leaving: leavingSchema.nullable(),
  doubts: z.array(deliveryDoubtSchema),
  /** null: known before. */
  certificate: certificateSchema.nullable(),
};
export const lzdUploadAnswerSchema = z.object({
  ...taken,
  /** Where the same file came before. */
  message: z.string().nullable(),
});
export type LzdUploadAnswer = z.infer<typeof lzdUploadAnswerSchema>;

const resetChoice = z
  .enum(['0', '1'], { error: 'Erlaubt sind 0 (Liste zurücksetzen) und 1 (Liste aktualisieren).' })
  .transform((text): 0 | 1 => (text === '0' ? 0 : 1));

/** `csv`, `resetChoice` (0 resets the list, 1 updates it) and, to take a red one in, `despiteRed`. A refusal has `status: 'fail'`. */
export const uploadLzd = endpoint({
  id: 'uploadLzd',
  summary: 'Uploads an LZD file',
  method: 'POST',
  path: '/api/price/lzd/upload/:crmId/:token',
  access: { kind: 'pharmacy', write: true, staffOnly: true, withoutPilot: 'staff' },
  cost: 'upload',
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  upload: 'csv',
  body: z.object({ resetChoice, despiteRed: z.literal('1').optional() }),
  answer: lzdUploadAnswerSchema,
});

export const lzdCheckSchema = z.object({
  status: z.literal('OK'),
  /** By the ApoID in the file's name. */
  pharmacy: z.object({
    apoId: z.number().int(),
    crmCompanyId: z.number().int(),
    token: z.string(),
    name: z.string(),
    city: z.string(),
  }),
  productGroup: productGroupSchema,
  rows: z.number().int(),
  ...leftOut,
  firstCalculation: z.boolean(),
  replaces: z.number().int().nullable(),
  leaving: leavingSchema,
  /** Rule 20.2. */
  doubts: z.array(deliveryDoubtSchema),
  certificate: certificateSchema,
  message: z.string().nullable(),
});
export type LzdCheck = z.infer<typeof lzdCheckSchema>;

/** Stores nothing (rule 6.26). */
export const checkLzd = endpoint({
  id: 'checkLzd',
  summary: 'What an upload of an LZD file would do',
  method: 'POST',
  path: '/api/admin/lzd/check',
  access: { kind: 'staff' },
  cost: 'upload',
  upload: 'csv',
  answer: lzdCheckSchema,
});

export const intakeAnswerSchema = z.object({
  ...taken,
  /** The same name and content: not stored again. */
  known: z.boolean(),
  /** 'deleted' only while a newer one prevents another delivery. */
  knownState: z.enum(DELIVERY_STATES).nullable(),
  knownText: z.string().nullable(),
  message: z.string().nullable(),
  approved: z.boolean(),
});
export type IntakeAnswer = z.infer<typeof intakeAnswerSchema>;

function intake<const Id extends string, const Path extends string, Body extends z.ZodType>(
  id: Id,
  path: Path,
  body: Body,
) {
  return endpoint({
    id,
    summary: 'Takes in an update package of the pricing engine',
    method: 'POST',
    path,
    access: { kind: 'service', role: 'pricing_engine', orStaff: true },
    cost: 'delivery',
    params: z.object({ crmCompanyId: pharmacyIdSchema, productGroup: productGroupParamSchema }),
    upload: 'csv',
    body,
    answer: intakeAnswerSchema,
  });
}

const noFields = z.object({});
export const intakeMdp = intake('intakeMdp', '/api/intake/mdp/:crmCompanyId/:productGroup', noFields);
export const intakeQdp = intake('intakeQdp', '/api/intake/qdp/:crmCompanyId/:productGroup', noFields);
/** Without `resetChoice` an empty list is reset, any other updated. */
export const intakeLzd = intake(
  'intakeLzd',
  '/api/intake/lzd/:crmCompanyId/:productGroup',
  z.object({ resetChoice: resetChoice.optional() }),
);
