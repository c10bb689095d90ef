import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupSchema,
  pznSchema,
  statusOkSchema,
  timeNumberText,
} from './fields.ts';

/**
 * `list`: listed; `all`: also what the till may still have; `changes`: since the last confirmed load (rule 9.17);
 * `corrections`: where the till differs (rule 9.34).
 */
export const TILL_CONTENTS = ['list', 'all', 'changes', 'corrections'] as const;
export type TillContents = (typeof TILL_CONTENTS)[number];

const loadedSchema = z.object({ at: instantSchema, userName: z.string() });

/** Rule 9.16. */
const tillFileEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  userName: z.string(),
  productGroups: z.array(productGroupSchema),
  contents: z.enum(TILL_CONTENTS),
  profile: z.string(),
  extension: z.string(),
  rows: z.number().int(),
  withdrawn: z.number().int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
  kept: z.boolean(),
  companion: z.string().nullable(),
  /** Rules 9.34 and 9.44. */
  leftOut: z.array(pznSchema),
  loaded: loadedSchema.nullable(),
  /** How many articles the till has loaded (rule 9.42). */
  reported: loadedSchema.extend({ count: z.number().int(), expected: z.number().int() }).nullable(),
  /** May be taken back. */
  latest: z.boolean(),
  refusal: z.string().nullable(),
});
export type TillFileEntry = z.infer<typeof tillFileEntrySchema>;

/** `never`: no confirmed load; `outdated`: list replaced since; `omitted`: that load had no withdrawn articles. */
const tillBaseIssueSchema = z.enum(['never', 'outdated', 'omitted']);

/** Rule 9.18. */
const tillGroupSchema = z.object({
  productGroup: productGroupSchema,
  since: loadedSchema.nullable(),
  issue: tillBaseIssueSchema.nullable(),
  /** null: no load to build upon. */
  changed: z.number().int().nullable(),
  gone: z.number().int(),
});
export type TillGroup = z.infer<typeof tillGroupSchema>;

const path = '/api/price/tillfiles/:apoId/:token';
const access = { kind: 'pharmacy', withoutPilot: 'staff' } as const;
const params = z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema });
const fileParams = params.extend({
  fileId: timeNumberText('Preisdatei'),
});

export const getTillFiles = endpoint({
  id: 'getTillFiles',
  summary: 'The price files that were downloaded, newest first, and what the till has',
  method: 'GET',
  path,
  access,
  cost: 'list',
  params,
  answer: z.object({
    files: z.array(tillFileEntrySchema),
    groups: z.array(tillGroupSchema),
    /** Rule 9.44. */
    choose: z.boolean(),
    /** A till fetches its prices by itself. */
    fetches: z.boolean(),
  }),
});

export const getTillFile = endpoint({
  id: 'getTillFile',
  summary: 'A price file as it was downloaded, byte for byte',
  method: 'GET',
  path: `${path}/:fileId`,
  access,
  cost: 'file',
  params: fileParams,
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'text/csv': z.string(), 'text/plain': z.string() },
});

export const confirmTillFile = endpoint({
  id: 'confirmTillFile',
  summary: 'Says that a price file is in the till, or takes the last such word back',
  method: 'PUT',
  path: `${path}/:fileId`,
  access,
  cost: 'write',
  params: fileParams,
  body: z.object({
    loaded: z.boolean(),
    /** What the till reports; null: it names no number. */
    count: z
      .number({ error: 'Bitte die Zahl der Artikel angeben.' })
      .int({ error: 'Die Zahl der Artikel ist eine ganze Zahl.' })
      .min(0, { error: 'Die Zahl der Artikel ist nicht negativ.' })
      .max(9_999_999, { error: 'So viele Artikel hat keine Preisdatei.' })
      .nullable()
      .default(null),
    /** Rule 9.43. */
    despite: z.boolean().default(false),
  }),
  answer: statusOkSchema,
});
