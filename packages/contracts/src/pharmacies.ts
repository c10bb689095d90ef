import { z } from 'zod';
import { UPDATE_KINDS } from '@portal/rules';
import { effectSchema } from './effect.ts';
import { endpoint } from './endpoint.ts';
import { instantSchema, pharmacyIdSchema, pharmacyTokenSchema, productGroupSchema } from './fields.ts';

/** A pharmacy as lists and cards show it (rule 2.12). */
export const pharmacySchema = z.object({
  apoId: z.number().int(),
  crmCompanyId: z.number().int(),
  token: z.string(),
  name: z.string(),
  street: z.string(),
  zipcode: z.string(),
  city: z.string(),
  country: z.string(),
  betriebsNr: z.string().nullable(),
  /** 0 ordered or demo, 1 active, 3 cancelled, other inactive */
  active: z.number().int(),
  userAccessActivated: z.boolean(),
  /** 0 = not yet activated */
  contractStatus: z.number().int(),
  /** apoId of the main pharmacy, null for none; set means this is a mirror */
  parentPharmacy: z.number().int().nullable(),
  userEmails: z.string().nullable(),
  /** Open packages by kind; a mirror counts those of its main pharmacy. */
  mdpCount: z.number().int(),
  qdpCount: z.number().int(),
  /** Open LZD; for customers released ones only (rule 2.8). */
  lzdCount: z.number().int(),
  /** Open LZD that are released. */
  lzdActiveCount: z.number().int(),
  /** When the oldest open package of each kind arrived, of those that are counted. */
  mdpSince: instantSchema.nullable(),
  qdpSince: instantSchema.nullable(),
  lzdSince: instantSchema.nullable(),
});
export type Pharmacy = z.infer<typeof pharmacySchema>;

/** Main pharmacies with their mirrors; a mirror whose main the user may not see stands on its own. */
export const pharmacyListSchema = z.object({
  pharmacies: z.array(pharmacySchema.extend({ pharmacies: z.array(pharmacySchema) })),
});
export type PharmacyListEntry = z.infer<typeof pharmacyListSchema>['pharmacies'][number];

export const listPharmacies = endpoint({
  id: 'listPharmacies',
  summary: "Staff: all pharmacies; others: the user's own",
  method: 'GET',
  path: '/api/solvena/pharmacies',
  access: { kind: 'signedIn' },
  answer: pharmacyListSchema,
  answerKind: 'negotiated',
});

/** What the clock will do with an open package, and when (rules 7.2 and 7.3). */
export const deadlineSchema = z.object({ at: instantSchema, action: z.enum(['approve', 'delete']) }).nullable();
export type Deadline = z.infer<typeof deadlineSchema>;

/** Why an open package was not approved automatically: so many of its prices break a guardrail; it waits for a person (rule 12.7). */
export const heldSchema = z.object({ at: instantSchema, rows: z.number().int() }).nullable();
export type Held = z.infer<typeof heldSchema>;

/** Product group on the dashboard (rule 2.12). */
export const productGroupEntrySchema = z.object({
  productGroup: productGroupSchema,
  /** Articles without exclusions (rule 2.12). */
  count: z.number().int(),
  negative: z.number().int(),
  lastChange: instantSchema.nullable(),
  flag: z.number().int(),
  qdpFlag: z.number().int(),
  mdpId: z.number().int().nullable(),
  mdpCreatedAt: instantSchema.nullable(),
  mdpDeadline: deadlineSchema,
  mdpHeld: heldSchema,
  mdpRows: z.number().int().nullable(),
  qdpId: z.number().int().nullable(),
  qdpCreatedAt: instantSchema.nullable(),
  qdpDeadline: deadlineSchema,
  qdpHeld: heldSchema,
  qdpRows: z.number().int().nullable(),
  lzdId: z.number().int().nullable(),
  lzdCreatedAt: instantSchema.nullable(),
  lzdRows: z.number().int().nullable(),
  readyToApprove: z.boolean(),
});
export type ProductGroupEntry = z.infer<typeof productGroupEntrySchema>;

/** The newest approved package of each kind in a group. */
export const latestApprovalSchema = z.object({
  productGroup: productGroupSchema,
  latestlzd: instantSchema.nullable(),
  latestmdp: instantSchema.nullable(),
  latestqdp: instantSchema.nullable(),
  lzdimportId: z.number().int().nullable(),
  mdpimportId: z.number().int().nullable(),
  qdpimportId: z.number().int().nullable(),
});
export type LatestApproval = z.infer<typeof latestApprovalSchema>;

/** An approval and what it was worth when it happened (rule 14.36). */
export const approvalEffectSchema = z.object({
  kind: z.enum(UPDATE_KINDS),
  id: z.number().int(),
  productGroup: productGroupSchema,
  approvedAt: instantSchema,
  effect: effectSchema,
});
export type ApprovalEffect = z.infer<typeof approvalEffectSchema>;

/** What the pharmacy's till has loaded over the till sync. */
export const tillStatusSchema = z.object({
  /** When it last loaded prices that it had not had before; null: never */
  loadedAt: instantSchema.nullable(),
  /** Its latest sign of life, also when nothing was new; null: never */
  seenAt: instantSchema.nullable(),
  /** It gets the whole list next time: it has none yet, or the list was exchanged */
  reload: z.boolean(),
  /** Products it would get now: those that changed since, or with `reload` the whole list */
  pendingCount: z.number().int(),
});
export type TillStatus = z.infer<typeof tillStatusSchema>;

/** What the till lacks as far as people have confirmed loads by hand; null without one, and where a sync job has loaded since. */
export const tillLacksSchema = z
  .object({
    /** The last confirmation. */
    at: instantSchema,
    userName: z.string(),
    /** A whole file is to be loaded: a list was exchanged since, or too much has changed to be counted. */
    reload: z.boolean(),
    /** Groups with articles that changed since their last confirmed load, and how many; empty when the till has everything. */
    groups: z.array(z.object({ productGroup: productGroupSchema, changed: z.number().int() })),
  })
  .nullable();
export type TillLacks = NonNullable<z.infer<typeof tillLacksSchema>>;

/** `NO_PILOT` carries the pharmacy's card only (rule 1.8: no pilot access replaces the content). */
export const dashboardSchema = z.object({
  status: z.enum(['OK', 'NO_PILOT']),
  pharmacy: pharmacySchema,
  tpData: z.array(productGroupEntrySchema),
  shadowPharmacies: z.array(pharmacySchema),
  parentPharmacy: pharmacySchema.nullable(),
  latestApprovals: z.array(latestApprovalSchema),
  /** The last approvals of all groups, the oldest first; those whose effect was not kept are left out */
  approvalEffects: z.array(approvalEffectSchema).max(12),
  /** null without pilot access */
  till: tillStatusSchema.nullable(),
  tillLacks: tillLacksSchema,
  /** LZD uploads are blocked by the calendar now (rule 7.6): by the clock of the server, not of the browser */
  lzdUploadBlocked: z.boolean(),
  /** The server's clock, from which deadlines are counted down */
  now: instantSchema,
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const getDashboard = endpoint({
  id: 'getDashboard',
  summary: 'Start page of a pharmacy',
  method: 'GET',
  path: '/api/pharmacy/dashboard/:crmId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'everybody' },
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: dashboardSchema,
});

/** Product groups that a pharmacy has, for the till download (rule 9.2). */
export const getProductGroupInfo = endpoint({
  id: 'getProductGroupInfo',
  summary: 'Product groups of a pharmacy that hold articles',
  method: 'GET',
  path: '/api/price/productgroupinfo/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: z.object({
    status: z.literal('OK'),
    data: z.array(z.object({ productGroup: productGroupSchema, count: z.number().int(), negative: z.number().int() })),
  }),
});
