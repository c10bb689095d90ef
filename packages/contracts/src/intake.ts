import { z } from 'zod';
import { DELIVERY_STATES } from '@portal/rules';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupParamSchema, productGroupSchema } from './fields.ts';
import { deliveryDoubtSchema, leavingSchema } from './rows/review-columns.ts';

/** What is wrong in an uploaded file and where; what cannot be named is null. */
export const fileIssueSchema = z.object({
  /** Physical line, the heading is 1 */
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
});
export type FileIssueAnswer = z.infer<typeof fileIssueSchema>;

/** Rows that were named and left out while the rest was loaded; the first 50, with the total. */
const leftOut = {
  leftOut: z.array(z.object({ line: z.number().int(), pzn: z.string(), reason: z.string() })),
  leftOutTotal: z.number().int(),
  /** German sentences on how the file was read, where that was not beyond doubt. */
  notes: z.array(z.string()),
};
const taken = {
  status: z.literal('OK'),
  /** Number of the package. */
  id: z.number().int(),
  /** Rows of the package. */
  rows: z.number().int(),
  ...leftOut,
  /** What an LZD that resets the list will take from it, the first articles by name; null for any other package and a known one. */
  leaving: leavingSchema.nullable(),
  /** What speaks against the file as a whole (rule 14.61); empty for a known one. */
  doubts: z.array(deliveryDoubtSchema),
};
export const lzdUploadAnswerSchema = z.object({
  ...taken,
  /** German sentence where the same file came before, with its state; this upload is a new package nevertheless. */
  message: z.string().nullable(),
});
export type LzdUploadAnswer = z.infer<typeof lzdUploadAnswerSchema>;

const resetChoice = z
  .enum(['0', '1'], { error: 'Erlaubt sind 0 (Liste zurücksetzen) und 1 (Liste aktualisieren).' })
  .transform((text): 0 | 1 => (text === '0' ? 0 : 1));

/**
 * Uploads a first calculation or recalculation. Multipart: the file in `csv`, the choice in `resetChoice` (0 resets the
 * list and loads the new products, 1 updates it and adds new ones). A refusal has `status: 'fail'`, `reason` and `message`
 * as the sentence to show, and the issues of the file in `errors` with their `total`.
 */
export const uploadLzd = endpoint({
  id: 'uploadLzd',
  summary: 'Uploads an LZD file',
  method: 'POST',
  path: '/api/price/lzd/upload/:crmId/:token',
  access: { kind: 'pharmacy', write: true, staffOnly: true, withoutPilot: 'staff' },
  rate: 'upload',
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  upload: 'csv',
  body: z.object({ resetChoice }),
  answer: lzdUploadAnswerSchema,
});

/** What an upload of the file would meet and do now; nothing of it is stored. */
export const lzdCheckSchema = z.object({
  status: z.literal('OK'),
  /** Whose list it is, by the ApoID in the file's name; `crmCompanyId` and `token` are those that the upload asks for. */
  pharmacy: z.object({
    apoId: z.number().int(),
    crmCompanyId: z.number().int(),
    token: z.string(),
    name: z.string(),
    city: z.string(),
  }),
  productGroup: productGroupSchema,
  /** Rows that the package would have. */
  rows: z.number().int(),
  ...leftOut,
  /** The list is empty: a first calculation. */
  firstCalculation: z.boolean(),
  /** Number of the open LZD that this one would replace. */
  replaces: z.number().int().nullable(),
  /** What it would take from the list if it were uploaded to reset it, the first articles by name. */
  leaving: leavingSchema,
  /** What speaks against the file as a whole (rule 14.61). */
  doubts: z.array(deliveryDoubtSchema),
  /** German sentence where the same file came before, with its state. */
  message: z.string().nullable(),
});
export type LzdCheck = z.infer<typeof lzdCheckSchema>;

/**
 * Checks an LZD file as its upload would, and stores nothing of it (rule 6.26). The file's name says whose it is. Refused as the
 * upload is, with the same sentences and issues.
 */
export const checkLzd = endpoint({
  id: 'checkLzd',
  summary: 'What an upload of an LZD file would do',
  method: 'POST',
  path: '/api/admin/lzd/check',
  access: { kind: 'staff' },
  rate: 'upload',
  upload: 'csv',
  answer: lzdCheckSchema,
});

export const intakeAnswerSchema = z.object({
  ...taken,
  /** True when the same delivery (name and content) had come before: nothing was stored again. */
  known: z.boolean(),
  /** What has become of the known one; 'deleted' only while a newer one stands against delivering it again. */
  knownState: z.enum(DELIVERY_STATES).nullable(),
  /** The same as a German phrase: 'offen', 'freigegeben am …', 'ersetzt durch …', 'automatisch gelöscht am …'. */
  knownText: z.string().nullable(),
  /** German sentence about the known one, with its number and state. */
  message: z.string().nullable(),
  /** True when the pharmacy's setting confirmed it at once. */
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
    rate: 'intake',
    params: z.object({ crmCompanyId: pharmacyIdSchema, productGroup: productGroupParamSchema }),
    upload: 'csv',
    body,
    answer: intakeAnswerSchema,
  });
}

const noFields = z.object({});
export const intakeMdp = intake('intakeMdp', '/api/intake/mdp/:crmCompanyId/:productGroup', noFields);
export const intakeQdp = intake('intakeQdp', '/api/intake/qdp/:crmCompanyId/:productGroup', noFields);
/** Without `resetChoice` an empty list is loaded afresh and any other is updated. */
export const intakeLzd = intake(
  'intakeLzd',
  '/api/intake/lzd/:crmCompanyId/:productGroup',
  z.object({ resetChoice: resetChoice.optional() }),
);
