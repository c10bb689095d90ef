import { GUARDRAIL_MAXIMUM, type Guardrail, type Guardrails, REVIEW_MONTHS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  productGroupSchema,
  statusOkSchema,
} from './fields.ts';
import { deadlineSchema, pharmacySchema } from './pharmacies.ts';

const approvalFlagSchema = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const affectedPackageSchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  reopenedAt: instantSchema.nullable(),
  /** Never approved at once (rule 20.17). */
  doubted: z.boolean(),
  deadline: deadlineSchema,
});
export type AffectedPackage = z.infer<typeof affectedPackageSchema>;

const limit = (name: Guardrail) => z.number().int().min(0).max(GUARDRAIL_MAXIMUM[name]).nullable();

/** Whole percent; null: none (rule 12.6). */
export const guardrailsSchema = z.object({
  minMarginPercent: limit('minMarginPercent'),
  maxChangePercent: limit('maxChangePercent'),
  maxAboveAvpPercent: limit('maxAboveAvpPercent'),
  minAboveAepPercent: limit('minAboveAepPercent'),
  maxAboveUmfeldPercent: limit('maxAboveUmfeldPercent'),
  maxBelowUmfeldPercent: limit('maxBelowUmfeldPercent'),
  /** Not approved by the clock (rule 12.7). */
  holdOnBreach: z.boolean(),
}) satisfies z.ZodType<Guardrails>;

/** Rule 12.1. */
export const groupFlagsSchema = z.object({
  productGroup: productGroupSchema,
  count: z.number().int(),
  /** 0 manual, or automatic after 5 days; 1 automatic without release; 2 manual */
  flag: approvalFlagSchema,
  /** 0 manual, or deleted on the 23rd; 1 manual, or automatic on the 22nd; 2 at once */
  qdpFlag: approvalFlagSchema,
  guardrails: guardrailsSchema,
  mdp: affectedPackageSchema.nullable(),
  qdp: affectedPackageSchema.nullable(),
});
export type GroupFlags = z.infer<typeof groupFlagsSchema>;

/** Of a mirror: its main pharmacy's. `NO_PILOT` has no flags. */
export const settingsSchema = z.object({
  status: z.enum(['OK', 'NO_PILOT']),
  flags: z.array(groupFlagsSchema),
  /** Rule 19.1; null without access to the pilot. */
  priceReview: z
    .object({
      months: z.literal(REVIEW_MONTHS).nullable(),
      permanent: z.number().int(),
      exclusions: z.number().int(),
    })
    .nullable(),
  pharmacy: pharmacySchema,
  mirrorPharmacies: z.array(pharmacySchema),
  parentPharmacy: pharmacySchema.nullable(),
  now: instantSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

const pharmacyPath = { apoId: pharmacyIdSchema, token: pharmacyTokenSchema };

export const getSettings = endpoint({
  id: 'getSettings',
  summary: 'Approval flags of a pharmacy, with the open packages they act on',
  method: 'GET',
  path: '/api/pharmacy/settings/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'everybody' },
  cost: 'light',
  params: z.object(pharmacyPath),
  answer: settingsSchema,
});

const flagParams = z.object({
  ...pharmacyPath,
  productGroup: productGroupParamSchema,
  flag: z
    .enum(['0', '1', '2'], { error: 'Erlaubt sind die Werte 0, 1 und 2.' })
    .transform((text) => Number(text) as 0 | 1 | 2),
});
const changing = {
  method: 'POST',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'light',
  params: flagParams,
} as const;

/** Also changes the open MDP. */
export const setApprovalFlag = endpoint({
  ...changing,
  id: 'setApprovalFlag',
  cost: 'write',
  summary: 'Sets how monthly updates of a product group are approved',
  path: '/api/pharmacy/approvalflag/:apoId/:token/:productGroup/:flag',
  answer: statusOkSchema.extend({
    approvedId: z.number().int().nullable(),
  }),
});

/** Also changes the open QDP. */
export const setQdpApprovalFlag = endpoint({
  ...changing,
  id: 'setQdpApprovalFlag',
  cost: 'write',
  summary: 'Sets how quarterly updates of a product group are approved',
  path: '/api/pharmacy/qdpapprovalflag/:apoId/:token/:productGroup/:flag',
  answer: setApprovalFlag.answer,
});

/** Approves nothing, puts nothing on hold. */
export const setGuardrails = endpoint({
  id: 'setGuardrails',
  summary: 'Sets the guardrails of a product group',
  method: 'PUT',
  path: '/api/pharmacy/guardrails/:apoId/:token/:productGroup',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: z.object({ ...pharmacyPath, productGroup: productGroupParamSchema }),
  body: guardrailsSchema,
  answer: statusOkSchema,
});
