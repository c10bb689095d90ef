import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupSchema,
  statusOkSchema,
} from './fields.ts';

/**
 * What a price file holds (rule 9.17): `list` the articles that are listed, as specified; `all` those and what the till may still
 * have of articles that are no longer listed; `changes` what has changed since the last load that somebody confirmed.
 */
export const TILL_CONTENTS = ['list', 'all', 'changes'] as const;
export type TillContents = (typeof TILL_CONTENTS)[number];

/** Somebody said that a file is in the till. */
const loadedSchema = z.object({ at: instantSchema, userName: z.string() });

/** A price file that somebody has downloaded (rule 9.16). */
const tillFileEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  userName: z.string(),
  productGroups: z.array(productGroupSchema),
  contents: z.enum(TILL_CONTENTS),
  profile: z.string(),
  /** With its dot. */
  extension: z.string(),
  /** Articles in it, and those of them without a price. */
  rows: z.number().int(),
  withdrawn: z.number().int(),
  /** SHA-256 of the file in hexadecimal digits. */
  digest: z.string(),
  /** The file itself is still there: `getTillFile` gives it. */
  kept: z.boolean(),
  loaded: loadedSchema.nullable(),
  /** Nothing was loaded after it: taking the confirmation back is possible. */
  latest: z.boolean(),
  /** Why it cannot be confirmed, in German; null where it can. */
  refusal: z.string().nullable(),
});
export type TillFileEntry = z.infer<typeof tillFileEntrySchema>;

/**
 * Why there is no load to build upon: none was ever confirmed (`never`); the list was exchanged since, or the portal does not know
 * what it was then (`outdated`); withdrawn articles were left out of what was loaded, and the profile no longer does so (`omitted`).
 */
const tillBaseIssueSchema = z.enum(['never', 'outdated', 'omitted']);

/** What the till has of a product group as far as people have confirmed it (rule 9.18). */
const tillGroupSchema = z.object({
  productGroup: productGroupSchema,
  /** The last confirmed load; null where `issue` says why there is none to build upon. */
  since: loadedSchema.nullable(),
  issue: tillBaseIssueSchema.nullable(),
  /** Articles that changed since; null without a load to build upon. */
  changed: z.number().int().nullable(),
  /** Articles that are no longer listed and that the till may still have. */
  gone: z.number().int(),
});
export type TillGroup = z.infer<typeof tillGroupSchema>;

const path = '/api/price/tillfiles/:apoId/:token';
const access = { kind: 'pharmacy', withoutPilot: 'staff' } as const;
const params = z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema });
const fileParams = params.extend({
  fileId: z
    .string()
    .regex(/^\d{1,16}$/, { error: 'Erwartet wird die Nummer einer Preisdatei.' })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: 'Die Nummer der Preisdatei ist zu groß.' })
    .meta(integerText(0, Number.MAX_SAFE_INTEGER)),
});

export const getTillFiles = endpoint({
  id: 'getTillFiles',
  summary: 'The price files that were downloaded, newest first, and what the till has',
  method: 'GET',
  path,
  access,
  rate: 'file',
  params,
  answer: z.object({ files: z.array(tillFileEntrySchema), groups: z.array(tillGroupSchema) }),
});

export const getTillFile = endpoint({
  id: 'getTillFile',
  summary: 'A price file as it was downloaded, byte for byte',
  method: 'GET',
  path: `${path}/:fileId`,
  access,
  rate: 'file',
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
  rate: 'save',
  params: fileParams,
  body: z.object({ loaded: z.boolean() }),
  answer: statusOkSchema,
});
