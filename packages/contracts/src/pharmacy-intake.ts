import { givenCrmCompanyId, PRODUCT_GROUPS, readPharmacyRecord } from '@portal/rules';
import { z } from 'zod';
import { pharmacySchema } from './pharmacies.ts';
import { MOST_PHARMACIES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { instantSchema, integerText, pharmacyIdSchema, productGroupSchema } from './fields.ts';

const INT32 = 2_147_483_647;

const text = (most: number, description?: string) =>
  ({ type: 'string', maxLength: most, ...(description === undefined ? {} : { description }) }) as const;
const yesOrNo = { type: 'boolean' } as const;

/** Each is judged by itself (rule 23.2). */
const givenPharmacySchema = z.unknown().meta({
  type: 'object',
  required: ['crmCompanyId', 'apoId', 'name', 'street', 'zipcode', 'city', 'active', 'changedAt'],
  properties: {
    crmCompanyId: integerText(1, INT32),
    apoId: integerText(1, INT32),
    name: text(120),
    street: text(120),
    zipcode: text(12, 'DE: 5 digits, AT: 4 digits'),
    city: text(120),
    country: text(20, "Two letters; 'DE' for a new pharmacy"),
    betriebsNr: { type: ['string', 'null'], maxLength: 30 },
    active: { ...integerText(-32_767, 32_767), description: '0 ordered, 1 active, 3 cancelled, other inactive' },
    pilotAccess: yesOrNo,
    token: text(128, 'A-Z, a-z, 0-9, - and _; without it the portal makes one'),
    changedAt: { type: 'string', format: 'date-time' },
    contractStatus: { type: 'integer', enum: [0, 1], description: 'Of a new pharmacy only' },
    userAccessActivated: { ...yesOrNo, description: 'Of a new pharmacy only' },
    userEmails: { type: 'string', enum: ['issued'], description: 'Of a new pharmacy only' },
  },
});

/** In the child process. */
const readPharmacySchema = givenPharmacySchema.transform((given) => ({
  crmCompanyId: givenCrmCompanyId(given),
  record: readPharmacyRecord(given),
}));

export const pharmacyOutcomeSchema = z.object({
  /** null: none could be read. */
  crmCompanyId: z.number().int().nullable(),
  outcome: z.enum(['created', 'changed', 'unchanged', 'refused']),
  token: z.string().optional(),
  reason: z.enum(['invalid', 'numberTaken']).optional(),
  field: z.string().nullish(),
  message: z.string().optional(),
});
export type PharmacyOutcome = z.infer<typeof pharmacyOutcomeSchema>;

/** Rule 23.1. */
export const intakePharmacies = endpoint({
  id: 'intakePharmacies',
  summary: 'Takes in what the customer centre says of pharmacies, each by itself, in the order sent',
  method: 'PUT',
  path: '/api/intake/pharmacies',
  access: { kind: 'service', role: 'customer_centre' },
  cost: 'delivery',
  bodyLimit: 'list',
  bodyForm: 'bytes',
  query: z.object({ renewToken: pharmacyIdSchema.optional() }),
  body: z.object({ pharmacies: z.array(readPharmacySchema).max(MOST_PHARMACIES) }),
  answer: z.object({ outcomes: z.array(pharmacyOutcomeSchema) }),
});

/** Rule 23.13; refuses what is known. */
export const createPharmacy = endpoint({
  id: 'createPharmacy',
  summary: 'Makes a pharmacy by hand',
  method: 'POST',
  path: '/api/admin/pharmacies',
  access: { kind: 'staff', adminOnly: true },
  cost: 'write',
  body: z.object({ pharmacy: givenPharmacySchema }),
  answer: z.object({ status: z.literal('OK'), outcome: pharmacyOutcomeSchema }),
});

export const pharmacyFileAnswerSchema = z.object({
  status: z.literal('OK'),
  counts: z.object({
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
  }),
  /** Headings that say nothing of a pharmacy. */
  ignored: z.array(z.string()),
  /** Refused ones first; unchanged ones are only counted. */
  rows: z.array(
    z.object({
      line: z.number().int(),
      crmCompanyId: z.number().int().nullable(),
      name: z.string(),
      outcome: z.enum(['created', 'changed', 'refused']),
      /** What changes, or why not. */
      text: z.string(),
    }),
  ),
});
export type PharmacyFileAnswer = z.infer<typeof pharmacyFileAnswerSchema>;

const pharmacyFile = {
  method: 'POST',
  access: { kind: 'staff', adminOnly: true },
  cost: 'upload',
  upload: 'csv',
  answer: pharmacyFileAnswerSchema,
} as const;
/** Stores nothing. */
export const checkPharmacyFile = endpoint({
  ...pharmacyFile,
  id: 'checkPharmacyFile',
  summary: 'What a file of pharmacies would make new and change',
  path: '/api/admin/pharmacies/check',
});
export const takeInPharmacyFile = endpoint({
  ...pharmacyFile,
  id: 'takeInPharmacyFile',
  summary: 'Takes in a file of pharmacies, each by itself',
  path: '/api/admin/pharmacies/file',
});

const MOMENT = { error: 'Erwartet wird ein Zeitpunkt wie 2026-03-31T08:00:00Z.' };
/** The database knows fewer zones and years than the form allows. */
const momentText = z.iso
  .datetime({ ...MOMENT, offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at.getUTCFullYear() > 0, MOMENT);

export const knownPharmacySchema = pharmacySchema
  .pick({
    crmCompanyId: true,
    apoId: true,
    token: true,
    name: true,
    street: true,
    zipcode: true,
    city: true,
    country: true,
    betriebsNr: true,
    active: true,
    userAccessActivated: true,
    userEmails: true,
    contractStatus: true,
  })
  .extend({
    pilotAccess: z.boolean(),
    /** The customer centre's last word; null: none. */
    changedAt: instantSchema.nullable(),
    /** null: not by an approval in the portal. */
    contract: z.object({ at: instantSchema, by: z.string() }).nullable(),
    /** The main pharmacy's crmCompanyId. */
    mirrorOf: z.number().int().nullable(),
    lists: z
      .array(
        z.object({
          productGroup: productGroupSchema,
          articles: z.number().int(),
          lastChange: instantSchema.nullable(),
        }),
      )
      .max(PRODUCT_GROUPS.length),
    lastApproval: z
      .object({ kind: z.string(), productGroup: productGroupSchema, at: instantSchema, by: z.string().nullable() })
      .nullable(),
    /** When one of its tills last called or was given a file's prices. */
    tillAnsweredAt: instantSchema.nullable(),
  });
export type ReconciledPharmacy = z.infer<typeof knownPharmacySchema>;

/** Rule 23.11. */
export const getIntakePharmacies = endpoint({
  id: 'getIntakePharmacies',
  summary: 'What the portal knows of pharmacies and has decided, page by page',
  method: 'GET',
  path: '/api/intake/pharmacies',
  access: { kind: 'service', role: 'customer_centre' },
  cost: 'list',
  query: z.object({
    changedSince: momentText.optional(),
    after: pharmacyIdSchema.optional(),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, { error: 'Erlaubt sind 1 bis 1000.' })
      .transform(Number)
      .refine((limit) => limit <= MOST_PHARMACIES, { error: 'Erlaubt sind 1 bis 1000.' })
      .meta(integerText(1, MOST_PHARMACIES))
      .optional(),
  }),
  answer: z.object({
    pharmacies: z.array(knownPharmacySchema),
    /** For `after`; null: there are no more. */
    next: z.number().int().nullable(),
    /** For the next `changedSince`. */
    now: instantSchema,
  }),
});
