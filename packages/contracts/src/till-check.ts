import { MOST_HEADING, PRODUCT_GROUPS, TILL_REASONS, TILL_VERDICTS, type TillVerdict } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  FEW_MARKS,
  instantSchema,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  pznSchema,
  rowCountSchema,
  statusOkSchema,
  tillAccountSchema,
} from './fields.ts';
import { csvMetaData, importAnswerSchema } from './imports.ts';
import { TILL_CONTENTS } from './till-files.ts';

const countsSchema = z.object(
  Object.fromEntries(TILL_VERDICTS.map((verdict) => [verdict, rowCountSchema])) as Record<
    TillVerdict,
    typeof rowCountSchema
  >,
);

/** Rules 9.31 and 9.32; prices in cents. */
const tillCheckRowSchema = z.object({
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  productGroup: z.enum(PRODUCT_GROUPS),
  verdict: z.enum(TILL_VERDICTS).exclude(['foreign']),
  inTill: z.boolean(),
  till: z.number().int().nullable(),
  approved: z.number().int().nullable(),
  since: instantSchema.nullable(),
  reason: z.enum(TILL_REASONS).nullable(),
  refusal: z.string().nullable(),
  /** The last that carried it, or would have had to */
  transfer: z.object({ via: z.enum(['file', 'sync']), at: instantSchema, contents: z.enum(TILL_CONTENTS) }).nullable(),
  /** Why the till's price cannot become its own price (rule 9.35) */
  stays: z.enum(['locked', 'blocked', 'excluded', 'period']).nullable(),
});
export type TillCheckRow = z.infer<typeof tillCheckRowSchema>;

const tillCheckSchema = z.object({
  takenAt: instantSchema,
  source: z.enum(['till', 'file']),
  fileName: z.string().nullable(),
  userName: z.string(),
  counts: countsSchema,
  /** Rule 9.46. */
  notCompared: z.array(z.object({ productGroup: z.enum(PRODUCT_GROUPS), count: rowCountSchema })),
});
export type TillCheck = z.infer<typeof tillCheckSchema>;

const path = '/api/price/tillcheck/:apoId/:token';
const access = { kind: 'pharmacy', withoutPilot: 'staff' } as const;
const params = z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema });

export const getTillCheck = endpoint({
  id: 'getTillCheck',
  summary: 'What the till has and what is approved, by the newest inventory',
  method: 'GET',
  path,
  access,
  cost: 'heavy',
  params,
  query: z.object({
    rows: z.enum(['deviations', 'equal'], { error: 'rows ist deviations oder equal.' }).default('deviations'),
    /** By default the newest. */
    till: tillAccountSchema.optional(),
  }),
  answer: z.object({
    check: tillCheckSchema.nullable(),
    /** The newest first. */
    tills: z.array(z.object({ account: z.string(), name: z.string().nullable(), takenAt: instantSchema })),
    mirror: z.boolean(),
    rows: z.array(tillCheckRowSchema),
    /** The newest first (rule 9.45). */
    doubted: z.array(
      z.object({
        account: z.string(),
        name: z.string().nullable(),
        takenAt: instantSchema,
        doubts: z.array(z.string()),
      }),
    ),
    /** By the correction file (rule 9.34). */
    leftOut: z.array(pznSchema),
  }),
});

/** Rule 9.45. */
export const decideTillInventory = endpoint({
  id: 'decideTillInventory',
  summary: 'Lets a doubted inventory of a till count, or drops it',
  method: 'PUT',
  path: `${path}/doubted`,
  access: { kind: 'pharmacy', withoutPilot: 'nobody' },
  cost: 'write',
  params,
  body: z.object({ till: tillAccountSchema, takenAt: instantSchema, counts: z.boolean() }),
  answer: statusOkSchema,
});

const column = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(MOST_HEADING)
    .refine(...FEW_MARKS);

const part = {
  sheet: z
    .string()
    .max(255)
    .refine(...FEW_MARKS)
    .optional(),
  hidden: z.enum(['leave', 'take']).optional(),
  /** Rule 9.37 */
  profile: z.enum(['leave']).optional(),
};

/** Rule 9.37. */
export const readTillColumns = endpoint({
  id: 'readTillColumns',
  summary: "The columns of a till's export, and which hold PZN and price",
  method: 'POST',
  path: `${path}/columns`,
  access,
  cost: 'upload',
  upload: 'csv',
  params,
  body: z.object(part),
  answer: csvMetaData.answer.extend({
    /** A, B, C without headings */
    by: z.enum(['profile', 'headings', 'example']),
    guessed: z.object({ pzncolumn: z.string().optional(), pricecolumn: z.string().optional() }),
    examples: z.array(z.object({ column: z.string(), example: z.string() })),
  }),
});

export const checkTill = endpoint({
  id: 'checkTill',
  summary: 'Compares the export of a till with the approved prices; only the newest is kept',
  method: 'POST',
  path,
  access,
  cost: 'upload',
  upload: 'csv',
  params,
  body: z.object({
    ...part,
    pzncolumn: column('Bitte wählen Sie die Spalte mit der PZN.'),
    pricecolumn: column('Bitte wählen Sie die Spalte mit dem Preis.'),
    despite: z.enum(['take']).optional(),
  }),
  answer: importAnswerSchema.omit({ data: true, dayColumns: true }).extend({
    /** `doubtful`: nothing is stored (rule 9.45). */
    status: z.enum(['OK', 'doubtful']),
    rows: rowCountSchema,
    deviations: rowCountSchema,
    doubts: z.array(z.string()),
  }),
});
