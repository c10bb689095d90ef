import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, searchQuerySchema, statusOkSchema } from './fields.ts';

const idSchema = z.union([z.number().int().positive().max(2_147_483_647), pharmacyIdSchema]);
const pharmacyRefSchema = z.union([idSchema, z.object({ apoId: idSchema }).transform(({ apoId }) => apoId)]);

/** Rule 8.3. */
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
  parentPharmacy: z.number().int().nullable(),
  /** With exclusions; linking replaces them. */
  ownArticles: z.number().int(),
  /** Running and coming; linking ends them (rule 17.5). */
  ownPeriods: z.number().int(),
  refusal: z.string().nullable(),
});
export type FoundPharmacy = z.infer<typeof foundPharmacySchema>;

export const searchPharmacies = endpoint({
  id: 'searchPharmacies',
  summary: 'Pharmacies by ApoID, name or city: for staff of all, for others of their own',
  method: 'POST',
  path: '/api/pharmacy/search',
  access: { kind: 'signedIn' },
  cost: 'search',
  body: z.object({
    query: searchQuerySchema,
    /** Without it: what holds for any main pharmacy. */
    pharmacy: pharmacyRefSchema.optional(),
  }),
  answer: z.array(foundPharmacySchema),
});

export const addMirror = endpoint({
  id: 'addMirror',
  summary: 'Makes a pharmacy the mirror of another one',
  method: 'POST',
  path: '/api/pharmacy/shadow',
  access: { kind: 'staff' },
  cost: 'write',
  body: z.object({ pharmacy: pharmacyRefSchema, shadowPharmacy: pharmacyRefSchema }),
  answer: statusOkSchema,
});

export const removeMirror = endpoint({
  id: 'removeMirror',
  summary: 'Makes a mirror an ordinary pharmacy again, with a copy of the list',
  method: 'DELETE',
  path: '/api/pharmacy/shadow/:apoId/:shadowApoId',
  access: { kind: 'staff' },
  cost: 'write',
  params: z.object({ apoId: pharmacyIdSchema, shadowApoId: pharmacyIdSchema }),
  answer: statusOkSchema,
});
