import { GUARDRAIL_MAXIMUM, type Guardrail, type Guardrails } from '@portal/rules';
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

/** An open package that a changed flag would act on, with the moments its deadline counts from. */
export const affectedPackageSchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  reopenedAt: instantSchema.nullable(),
  deadline: deadlineSchema,
});
export type AffectedPackage = z.infer<typeof affectedPackageSchema>;

const limit = (name: Guardrail) => z.number().int().min(0).max(GUARDRAIL_MAXIMUM[name]).nullable();

/** Limits of a group's prices in whole percent, null for none (rule 12.6). They warn, and change no price. */
export const guardrailsSchema = z.object({
  minMarginPercent: limit('minMarginPercent'),
  maxChangePercent: limit('maxChangePercent'),
  maxAboveAvpPercent: limit('maxAboveAvpPercent'),
  minAboveAepPercent: limit('minAboveAepPercent'),
  maxAboveUmfeldPercent: limit('maxAboveUmfeldPercent'),
  maxBelowUmfeldPercent: limit('maxBelowUmfeldPercent'),
  /** A package that breaks one is not approved automatically but waits for a person (rule 12.7). */
  holdOnBreach: z.boolean(),
}) satisfies z.ZodType<Guardrails>;

/** The approval flags of a product group (rule 12.1). */
export const groupFlagsSchema = z.object({
  productGroup: productGroupSchema,
  /** Articles without exclusions; a group without any is shown faded. */
  count: z.number().int(),
  /** Monthly: 0 manual or automatic after 5 days, 1 automatic without release, 2 by manual release only */
  flag: approvalFlagSchema,
  /** Quarterly: 0 manual or deleted on the 23rd, 1 manual or automatic on the 22nd, 2 automatic at once */
  qdpFlag: approvalFlagSchema,
  guardrails: guardrailsSchema,
  mdp: affectedPackageSchema.nullable(),
  qdp: affectedPackageSchema.nullable(),
});
export type GroupFlags = z.infer<typeof groupFlagsSchema>;

/** A mirror shows the flags and packages of its main pharmacy. `NO_PILOT` carries no flags. */
export const settingsSchema = z.object({
  status: z.enum(['OK', 'NO_PILOT']),
  flags: z.array(groupFlagsSchema),
  pharmacy: pharmacySchema,
  mirrorPharmacies: z.array(pharmacySchema),
  parentPharmacy: pharmacySchema.nullable(),
  /** The server's clock, from which a changed flag would count. */
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
/** A changed flag may approve a package at once. */
const changing = {
  method: 'POST',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  rate: 'save',
  params: flagParams,
} as const;

/** Sets `flag`; the open MDP of the group follows at once. */
export const setApprovalFlag = endpoint({
  ...changing,
  id: 'setApprovalFlag',
  summary: 'Sets how monthly updates of a product group are approved',
  path: '/api/pharmacy/approvalflag/:apoId/:token/:productGroup/:flag',
  answer: statusOkSchema.extend({
    /** Number of the package that the change has approved at once, null for none. */
    approvedId: z.number().int().nullable(),
  }),
});

/** Sets `qdpFlag`; the open QDP of the group follows at once. */
export const setQdpApprovalFlag = endpoint({
  ...changing,
  id: 'setQdpApprovalFlag',
  summary: 'Sets how quarterly updates of a product group are approved',
  path: '/api/pharmacy/qdpapprovalflag/:apoId/:token/:productGroup/:flag',
  answer: setApprovalFlag.answer,
});

/** Sets all guardrails of a group at once. No package is approved or held by that alone. */
export const setGuardrails = endpoint({
  id: 'setGuardrails',
  summary: 'Sets the guardrails of a product group',
  method: 'PUT',
  path: '/api/pharmacy/guardrails/:apoId/:token/:productGroup',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  rate: 'save',
  params: z.object({ ...pharmacyPath, productGroup: productGroupParamSchema }),
  body: guardrailsSchema,
  answer: statusOkSchema,
});
