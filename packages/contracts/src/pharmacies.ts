import { z } from 'zod';
import { FLAG_KINDS, UPDATE_KINDS } from '@portal/rules';
import { effectSchema } from './effect.ts';
import { endpoint } from './endpoint.ts';
import { instantSchema, pharmacyIdSchema, pharmacyTokenSchema, productGroupSchema } from './fields.ts';

/** Rules 7.2 and 7.3. */
export const deadlineSchema = z.object({ at: instantSchema, action: z.enum(['approve', 'delete']) }).nullable();
export type Deadline = z.infer<typeof deadlineSchema>;

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
  /** Its main pharmacy's apoId; null: not a mirror */
  parentPharmacy: z.number().int().nullable(),
  userEmails: z.string().nullable(),
  /** Of a mirror: its main pharmacy's. */
  mdpCount: z.number().int(),
  qdpCount: z.number().int(),
  /** Customers: released ones (rule 2.8). */
  lzdCount: z.number().int(),
  lzdActiveCount: z.number().int(),
  mdpSince: instantSchema.nullable(),
  qdpSince: instantSchema.nullable(),
  lzdSince: instantSchema.nullable(),
  /** Of the open package that the clock acts on first (rule 2.8). */
  nextDeadline: deadlineSchema
    .unwrap()
    .extend({ kind: z.enum(FLAG_KINDS) })
    .nullable(),
});
export type Pharmacy = z.infer<typeof pharmacySchema>;

/** A mirror stands alone where its main pharmacy is not visible. */
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
  cost: 'list',
  answer: pharmacyListSchema,
  answerKind: 'negotiated',
});

/** Not approved automatically: rows break a guardrail (rule 12.7). */
export const holdSchema = z.object({ at: instantSchema, rows: z.number().int() }).nullable();
export type Hold = z.infer<typeof holdSchema>;

export const productGroupEntrySchema = z.object({
  productGroup: productGroupSchema,
  /** Without exclusions (rule 2.12). */
  count: z.number().int(),
  negative: z.number().int(),
  lastChange: instantSchema.nullable(),
  flag: z.number().int(),
  qdpFlag: z.number().int(),
  mdpId: z.number().int().nullable(),
  mdpCreatedAt: instantSchema.nullable(),
  mdpDeadline: deadlineSchema,
  mdpHeld: holdSchema,
  mdpRows: z.number().int().nullable(),
  qdpId: z.number().int().nullable(),
  qdpCreatedAt: instantSchema.nullable(),
  qdpDeadline: deadlineSchema,
  qdpHeld: holdSchema,
  qdpRows: z.number().int().nullable(),
  lzdId: z.number().int().nullable(),
  lzdCreatedAt: instantSchema.nullable(),
  lzdRows: z.number().int().nullable(),
  readyToApprove: z.boolean(),
  /** An unreleased LZD, of which customers see nothing else (rule 2.13). */
  lzdPending: z.boolean(),
  /** Fixed prices to look at again (rule 19.4). */
  dueReviews: z.number().int(),
});
export type ProductGroupEntry = z.infer<typeof productGroupEntrySchema>;

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

/** At the time of the approval (rule 14.36). */
export const approvalEffectSchema = z.object({
  kind: z.enum(UPDATE_KINDS),
  id: z.number().int(),
  productGroup: productGroupSchema,
  approvedAt: instantSchema,
  /** Its rest is not (rule 6.31). */
  partial: z.boolean().optional(),
  effect: effectSchema,
});
export type ApprovalEffect = z.infer<typeof approvalEffectSchema>;

export const tillStatusSchema = z.object({
  /** Of prices it had not had before */
  loadedAt: instantSchema.nullable(),
  /** Also when nothing was new */
  seenAt: instantSchema.nullable(),
  reload: z.boolean(),
  /** Changes since, or with `reload` the whole list */
  pendingCount: z.number().int(),
  /** Articles that it has refused. */
  refused: z.number().int(),
  /** It holds other prices than were approved (rule 9.22). */
  differsSince: instantSchema.nullable(),
});
export type TillStatus = z.infer<typeof tillStatusSchema>;

/** One till of a pharmacy (rule 22.5). */
/** `missing`: those of `count` without a price in the till. */
const tillDifferenceSchema = z.object({ takenAt: instantSchema, count: z.number().int(), missing: z.number().int() });
export type TillDifference = z.infer<typeof tillDifferenceSchema>;

export const tillEntrySchema = tillStatusSchema.extend({
  account: z.string(),
  name: z.string().nullable(),
  userName: z.string().nullable(),
  /** Rule 22.6. */
  standOf: instantSchema.nullable(),
  check: tillDifferenceSchema.nullable(),
});
export type TillEntry = z.infer<typeof tillEntrySchema>;

/** Rule 22.2; null where no confirmed file counts. */
export const tillLacksSchema = z
  .object({
    at: instantSchema,
    userName: z.string(),
    reload: z.boolean(),
    /** Empty when the till has everything. */
    groups: z.array(
      z.object({
        productGroup: productGroupSchema,
        changed: z.number().int(),
        /** Who lacks them; changes build on files only. */
        account: z.enum(['files', 'job']),
      }),
    ),
  })
  .nullable();
export type TillLacks = NonNullable<z.infer<typeof tillLacksSchema>>;

/** `NO_PILOT` carries the pharmacy's card only (rule 1.8). */
export const dashboardSchema = z.object({
  status: z.enum(['OK', 'NO_PILOT']),
  pharmacy: pharmacySchema,
  tpData: z.array(productGroupEntrySchema),
  shadowPharmacies: z.array(pharmacySchema),
  parentPharmacy: pharmacySchema.nullable(),
  latestApprovals: z.array(latestApprovalSchema),
  /** Oldest first; those with a stored effect */
  approvalEffects: z.array(approvalEffectSchema).max(12),
  till: tillStatusSchema.nullable(),
  tillLacks: tillLacksSchema,
  tills: z.array(tillEntrySchema),
  /** Articles that still differ from an inventory (rule 9.36) */
  tillCheck: tillDifferenceSchema.nullable(),
  /** Rule 9.45. */
  tillDoubted: z.object({ account: z.string(), takenAt: instantSchema }).nullable(),
  /** Downloaded, not confirmed (rule 2.45). */
  tillFile: z.object({ createdAt: instantSchema }).nullable(),
  /** Rule 17.9; `begin` and `end`: today. */
  periods: z
    .object({ running: z.number().int(), coming: z.number().int(), begin: z.number().int(), end: z.number().int() })
    .nullable(),
  /** By the server's clock (rule 7.6) */
  lzdUploadBlocked: z.boolean(),
  now: instantSchema,
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const getDashboard = endpoint({
  id: 'getDashboard',
  summary: 'Start page of a pharmacy',
  method: 'GET',
  path: '/api/pharmacy/dashboard/:crmId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'everybody' },
  cost: 'light',
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: dashboardSchema,
});

/** Rule 9.2. */
export const getProductGroupInfo = endpoint({
  id: 'getProductGroupInfo',
  summary: 'Product groups of a pharmacy that hold articles',
  method: 'GET',
  path: '/api/price/productgroupinfo/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: z.object({
    status: z.literal('OK'),
    data: z.array(z.object({ productGroup: productGroupSchema, count: z.number().int(), negative: z.number().int() })),
  }),
});
