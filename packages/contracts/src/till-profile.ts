import {
  newTillProfileIssues,
  TILL_DATES,
  TILL_DECIMALS,
  TILL_ENCODINGS,
  TILL_EXTENSIONS,
  TILL_FIELDS,
  TILL_PROFILES,
  TILL_SEPARATORS,
  TILL_TOTALS,
  TILL_WITHDRAWN,
  type TillFileRow,
  type TillIssue,
  type TillProfile,
  type TillProfileIssue,
  type TillProfileName,
  tillProfileIssues,
  tillProfileNameOf,
} from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  FEW_MARKS,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  priceTypeSchema,
  productGroupSchema,
  pznSchema,
  statusOkSchema,
} from './fields.ts';

/** Rule 9.10. */
const ISSUE: Record<TillIssue, string> = {
  noPzn: 'Es fehlt die Spalte PZN.',
  noPrice: 'Es fehlt die Spalte VK.',
  duplicate: 'Die Spalte kommt schon vor.',
  noMarkerColumn: 'Für den Kennzeichentext fehlt die Spalte Kennzeichen.',
  markerColumnUnused: 'Ein Kennzeichen gibt es nur, wenn zurückgenommene Artikel ein Kennzeichen bekommen.',
  decimalComma: 'Das Komma trennt schon Euro und Cent. Bitte ein anderes Trennzeichen oder Dezimalzeichen wählen.',
  narrow: 'Die Spalte ist zu schmal für ihre Werte.',
  headingWide: 'Die Überschrift ist länger als die Spalte.',
  sign: 'Trennzeichen, Anführungszeichen und Zeilenwechsel sind nicht erlaubt, am Anfang auch keines von = + - @.',
  unencodable: 'Ein Zeichen gibt es in der gewählten Zeichenkodierung nicht.',
  markerEmpty: 'Bitte den Kennzeichentext angeben.',
  markerWide: 'Der Kennzeichentext ist länger als die Spalte.',
  extension: `Preisdateien enden auf ${TILL_EXTENSIONS.slice(0, -1).join(', ')} oder ${TILL_EXTENSIONS.at(-1)}. Bitte eine davon wählen.`,
  markup: 'Die Zeichen < und > und unsichtbare Zeichen sind nicht erlaubt.',
};

const columnSchema = z.strictObject({
  field: z.enum(TILL_FIELDS),
  heading: z
    .string()
    .max(40, { error: 'Eine Überschrift hat höchstens 40 Zeichen.' })
    .refine(...FEW_MARKS),
  width: z
    .number({ error: 'Bitte die Breite in Zeichen angeben.' })
    .int({ error: 'Eine Breite ist eine ganze Zahl.' })
    .min(1, { error: 'Eine Spalte ist mindestens 1 Zeichen breit.' })
    .max(200, { error: 'Eine Spalte ist höchstens 200 Zeichen breit.' })
    .nullable(),
});

/** Rules 9.8 to 9.11. */
export const tillProfileSchema = z
  .strictObject({
    extension: z
      .string()
      .regex(/^\.[A-Za-z0-9]{1,8}$/, { error: 'Die Endung ist ein Punkt mit 1 bis 8 Buchstaben oder Ziffern.' }),
    columns: z.array(columnSchema).max(20).readonly(),
    separator: z.enum(TILL_SEPARATORS).nullable(),
    heading: z.boolean(),
    pzn: z.enum(['eight', 'short']),
    decimals: z.enum(TILL_DECIMALS),
    dates: z.enum(TILL_DATES),
    encoding: z.enum(TILL_ENCODINGS),
    lineEnd: z.enum(['crlf', 'lf']),
    withdrawn: z.enum(TILL_WITHDRAWN),
    marker: z
      .string()
      .max(20, { error: 'Der Kennzeichentext hat höchstens 20 Zeichen.' })
      .refine(...FEW_MARKS),
    totals: z.enum(TILL_TOTALS).optional(),
  })
  .superRefine((profile, context) => {
    addIssues(tillProfileIssues(profile), context);
  }) satisfies z.ZodType<TillProfile>;

/** Stored profiles may have what no new one may. */
export const newTillProfileSchema = tillProfileSchema.superRefine((profile, context) => {
  addIssues(newTillProfileIssues(profile), context);
}) satisfies z.ZodType<TillProfile>;

function addIssues(issues: readonly TillProfileIssue[], context: z.RefinementCtx): void {
  for (const { field, column, issue } of issues) {
    const path =
      column === null ? [field] : field === 'columns' ? ['columns', column, 'field'] : ['columns', column, field];
    context.addIssue({ code: 'custom', path, message: ISSUE[issue] });
  }
}

const shippedNameSchema = z.enum(Object.keys(TILL_PROFILES) as [TillProfileName, ...TillProfileName[]]);

export const tillChoiceSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: shippedNameSchema }),
  z.strictObject({ name: z.literal('own'), profile: newTillProfileSchema }),
]);
export type TillChoice = z.infer<typeof tillChoiceSchema>;

export function tillChoiceOf(profile: TillProfile): TillChoice {
  const name = tillProfileNameOf(profile);
  return name === 'own' ? { name, profile } : { name };
}

/** Money in cents. */
const tillFileRowSchema = z.object({
  pzn: pznSchema,
  productGroup: productGroupSchema,
  price: z.number().int().nullable(),
  avp: z.number().int().nullable(),
  type: priceTypeSchema,
  name: z.string(),
  validFrom: z.string().nullable(),
}) satisfies z.ZodType<TillFileRow>;

export const tillSettingsSchema = z.object({
  name: z.enum([...shippedNameSchema.options, 'own']),
  profile: tillProfileSchema,
  rows: z.array(tillFileRowSchema),
  /** Not ASCII, each once: some encodings lack them. */
  nameCharacters: z.string(),
});
export type TillSettings = z.infer<typeof tillSettingsSchema>;

const pharmacyPath = { apoId: pharmacyIdSchema, token: pharmacyTokenSchema };

export const getTillSettings = endpoint({
  id: 'getTillSettings',
  summary: 'How the till of a pharmacy wants its price file, with rows for a preview',
  method: 'GET',
  path: '/api/pharmacy/tillprofile/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'search',
  params: z.object(pharmacyPath),
  answer: tillSettingsSchema,
});

/** A mirror has its own till. */
export const setTillProfile = endpoint({
  id: 'setTillProfile',
  summary: 'Sets how the till of a pharmacy wants its price file',
  method: 'PUT',
  path: '/api/pharmacy/tillprofile/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'nobody' },
  cost: 'write',
  params: z.object(pharmacyPath),
  body: tillChoiceSchema,
  answer: statusOkSchema,
});

export const getTillProfile = endpoint({
  id: 'getTillProfile',
  summary: "The profile of the till's price file",
  method: 'GET',
  path: '/api/till/v1/:crmCompanyId/profile',
  access: { kind: 'service', role: 'till_sync' },
  cost: 'service',
  params: z.object({ crmCompanyId: pharmacyIdSchema }),
  answer: statusOkSchema.extend({
    profile: tillProfileSchema,
    /** Opaque. */
    version: z.string(),
  }),
});
