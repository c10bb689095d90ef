import { SEARCH_MIN_LENGTH } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, statusOkSchema } from './fields.ts';

/** A pharmacy in a body: its apoId or crmCompanyId, as number or digits, or the pharmacy itself. */
const idSchema = z.union([z.number().int().positive().max(2_147_483_647), pharmacyIdSchema]);
const pharmacyRefSchema = z.union([idSchema, z.object({ apoId: idSchema }).transform(({ apoId }) => apoId)]);

/** A pharmacy that was found, and whether it can become a mirror (rule 8.3). */
export const foundPharmacySchema = z.object({
  apoId: z.number().int(),
  crmCompanyId: z.number().int(),
  name: z.string(),
  street: z.string(),
  zipcode: z.string(),
  city: z.string(),
  country: z.string(),
  active: z.number().int(),
  userAccessActivated: z.boolean(),
  /** apoId of the main pharmacy, null for none */
  parentPharmacy: z.number().int().nullable(),
  /** Articles of its own price lists, exclusions included; linking replaces them by those of the main pharmacy. */
  ownArticles: z.number().int(),
  /** Why it cannot become a mirror, fit to show; null for a candidate. */
  refusal: z.string().nullable(),
});
export type FoundPharmacy = z.infer<typeof foundPharmacySchema>;

export const searchPharmacies = endpoint({
  id: 'searchPharmacies',
  summary: 'Pharmacies by ApoID, name or city: for staff of all, for others of their own',
  method: 'POST',
  path: '/api/pharmacy/search',
  access: { kind: 'signedIn' },
  rate: 'search',
  body: z.object({
    query: z
      .string()
      .trim()
      .min(SEARCH_MIN_LENGTH, { error: `Bitte geben Sie mindestens ${SEARCH_MIN_LENGTH} Zeichen ein.` })
      .max(100),
    /** The main pharmacy that a mirror is looked for; without it only what holds for any main pharmacy is validated. */
    pharmacy: pharmacyRefSchema.optional(),
  }),
  /** Candidates first, then by name. */
  answer: z.array(foundPharmacySchema),
});

export const addMirror = endpoint({
  id: 'addMirror',
  summary: 'Makes a pharmacy the mirror of another one',
  method: 'POST',
  path: '/api/pharmacy/shadow',
  access: { kind: 'staff' },
  rate: 'save',
  body: z.object({ pharmacy: pharmacyRefSchema, shadowPharmacy: pharmacyRefSchema }),
  answer: statusOkSchema,
});

export const removeMirror = endpoint({
  id: 'removeMirror',
  summary: 'Makes a mirror an ordinary pharmacy again, with a copy of the list',
  method: 'DELETE',
  path: '/api/pharmacy/shadow/:apoId/:shadowApoId',
  access: { kind: 'staff' },
  rate: 'save',
  params: z.object({ apoId: pharmacyIdSchema, shadowApoId: pharmacyIdSchema }),
  answer: statusOkSchema,
});
