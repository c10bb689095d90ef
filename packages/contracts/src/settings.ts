import {
  type CalledSetting,
  calledSettings,
  choicesOf,
  declarationOf,
  fieldsOf,
  type SettingField,
  type SettingName,
  type SettingOf,
  type SettingScope,
  type SETTINGS,
} from '@portal/rules';
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

export const affectedPackageSchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  reopenedAt: instantSchema.nullable(),
  /** Never approved at once (rule 20.17). */
  doubted: z.boolean(),
  deadline: deadlineSchema,
});
export type AffectedPackage = z.infer<typeof affectedPackageSchema>;

type SettingSchema<Name extends SettingName> = z.ZodObject<
  { [Field in keyof SettingOf<Name>]: z.ZodType<SettingOf<Name>[Field], SettingOf<Name>[Field]> },
  z.core.$strip
>;

function settingSchema<Name extends SettingName>(name: Name): SettingSchema<Name> {
  return z.object(Object.fromEntries(fieldsOf(name).map(([field, each]) => [field, fieldSchema(each)]))) as never;
}

function fieldSchema(field: SettingField): z.ZodType {
  if (field.holds === 'switch') return z.boolean();
  const schema =
    field.holds === 'number'
      ? z.number().int().min(field.min).max(field.max)
      : z.literal(
          choicesOf(field).map(([value]) => value),
          field.refusal,
        );
  return field.initial === null ? schema.nullable() : schema;
}

/** Those of a scope that have a call of their own, by name. */
function settingSchemas<Scope extends SettingScope>(
  scope: Scope,
): { [Name in CalledSetting<Scope>]: SettingSchema<Name> } {
  return Object.fromEntries(calledSettings(scope).map((name) => [name, settingSchema(name)])) as never;
}
const ofGroup = settingSchemas('group');
const ofPharmacy = settingSchemas('pharmacy');

export const guardrailsSchema = ofGroup.guardrails;

/** Rule 12.1. */
export const groupFlagsSchema = z.object({
  productGroup: productGroupSchema,
  count: z.number().int(),
  /** 0 manual, or automatic after 5 days; 1 automatic without release; 2 manual */
  ...settingSchema('flag').shape,
  /** 0 manual, or deleted on the 23rd; 1 manual, or automatic on the 22nd; 2 at once */
  ...settingSchema('qdpFlag').shape,
  ...ofGroup,
  mdp: affectedPackageSchema.nullable(),
  qdp: affectedPackageSchema.nullable(),
});
export type GroupFlags = z.infer<typeof groupFlagsSchema>;

/** Of a mirror: its main pharmacy's. `NO_PILOT` has no flags. */
export const settingsSchema = z.object({
  status: z.enum(['OK', 'NO_PILOT']),
  flags: z.array(groupFlagsSchema),
  ...z.object(ofPharmacy).partial().shape,
  /** Rule 19.1; null without access to the pilot. */
  priceReview: ofPharmacy.priceReview.extend({ permanent: z.number().int(), exclusions: z.number().int() }).nullable(),
  pharmacy: pharmacySchema,
  mirrorPharmacies: z.array(pharmacySchema),
  parentPharmacy: pharmacySchema.nullable(),
  now: instantSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

const pharmacyPath = { apoId: pharmacyIdSchema, token: pharmacyTokenSchema };
const groupPath = { ...pharmacyPath, productGroup: productGroupParamSchema };

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

const mayChange = { kind: 'pharmacy', write: true, withoutPilot: 'nobody' } as const;

const flagCall = (id: string, path: string, updates: string) =>
  endpoint({
    id,
    summary: `Sets how ${updates} of a product group are approved`,
    method: 'POST',
    path: `/api/pharmacy/${path}/:apoId/:token/:productGroup/:flag`,
    access: mayChange,
    cost: 'write',
    params: z.object({
      ...groupPath,
      flag: z
        .enum(['0', '1', '2'], { error: 'Erlaubt sind die Werte 0, 1 und 2.' })
        .transform((text) => Number(text) as 0 | 1 | 2),
    }),
    answer: statusOkSchema.extend({ approvedId: z.number().int().nullable() }),
  });

/** They also change the open package. */
export const setApprovalFlag = flagCall('setApprovalFlag', 'approvalflag', 'monthly updates');
export const setQdpApprovalFlag = flagCall('setQdpApprovalFlag', 'qdpapprovalflag', 'quarterly updates');

function settingCall<const Name extends CalledSetting>(name: Name) {
  const { scope, call } = declarationOf(name);
  const { id, path, summary } = call as NonNullable<typeof call>;
  const isOfGroup = scope === 'group';
  return endpoint({
    id,
    summary,
    method: 'PUT',
    path: `/api/pharmacy/${path}/:apoId/:token${isOfGroup ? '/:productGroup' : ''}`,
    access: mayChange,
    cost: 'write',
    params: z.object(isOfGroup ? groupPath : pharmacyPath) as SettingParams<Name>,
    body: settingSchema(name),
    answer: statusOkSchema,
  });
}

type SettingParams<Name extends CalledSetting> = z.ZodObject<
  Name extends CalledSetting<'group'> ? typeof groupPath : typeof pharmacyPath,
  z.core.$strip
>;

/** Each approves nothing, puts nothing on hold. */
export const SETTING_CALLS = Object.fromEntries(
  calledSettings().map((name) => [declarationOf(name).call?.id, settingCall(name)]),
) as { [Name in CalledSetting as (typeof SETTINGS)[Name]['call']['id']]: ReturnType<typeof settingCall<Name>> };
