import {
  boundText,
  hasManyMarks,
  MOST_MARKS,
  MOST_TEXT,
  PRODUCT_GROUPS,
  parseProductGroup,
  seenLine,
  SEARCH_MAX_LENGTH,
  SEARCH_MIN_LENGTH,
  UPDATE_KINDS,
} from '@portal/rules';
import { z } from 'zod';

/** PostgreSQL's integer. */
const INT32 = 2_147_483_647;

/** An integer for the OpenAPI document; both ends allowed. */
export function integerText(least: number, most: number) {
  return { type: 'integer', format: most > INT32 ? 'int64' : 'int32', minimum: least, maximum: most } as const;
}

/** Made of the time in microseconds. */
export function timeNumberText(named: string) {
  return z
    .string()
    .regex(/^\d{1,16}$/, { error: `Erwartet wird die Nummer einer ${named}.` })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: `Die Nummer der ${named} ist zu groß.` })
    .meta(integerText(0, Number.MAX_SAFE_INTEGER));
}

/** apoId or crmCompanyId; the token decides (rule 1.6). */
export const pharmacyIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, { error: 'Die Apothekennummer besteht aus 1 bis 10 Ziffern.' })
  .transform(Number)
  .refine((id) => id <= INT32, { error: 'Die Apothekennummer ist zu groß.' })
  .meta(integerText(1, INT32));

export const pharmacyTokenSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'Das Apotheken-Token enthält unzulässige Zeichen.' });

export const pznSchema = z.string().regex(/^\d{8}$/, { error: 'Eine PZN besteht aus 8 Ziffern.' });

/** Of every text that a caller chooses. Rule 13.15. */
export const FEW_MARKS = [
  (text: string) => !hasManyMarks(text),
  { error: `Erlaubt sind höchstens ${MOST_MARKS} Akzente an einem Buchstaben.` },
] as const;

/**
 * Composed, and cut behind whole characters (rule 13.15); never refused.
 * @param most UTF-16 units
 */
export function printedTextSchema(most: number) {
  return z
    .string()
    .max(MOST_TEXT)
    .overwrite((text) => boundText(text, most));
}

/**
 * Typed by a person and shown to others (rule 13.15).
 * @param most UTF-16 units
 */
export function lineSchema(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .refine(...FEW_MARKS)
    .overwrite((text) => seenLine(text, most));
}

const MOST_ENUM_TEXT = 20;

export const productGroupParamSchema = z
  .string()
  .max(MOST_ENUM_TEXT)
  .transform((text, context) => {
    const group = parseProductGroup(text);
    if (group) return group;
    context.addIssue({ code: 'custom', message: `Die Warengruppe muss ${PRODUCT_GROUPS.join(', ')} sein.` });
    return z.NEVER;
  })
  .meta({ enum: PRODUCT_GROUPS, description: 'In any letter case.' });
export const productGroupSchema = z.enum(PRODUCT_GROUPS);

export const updateKindParamSchema = z
  .string()
  .max(MOST_ENUM_TEXT)
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(UPDATE_KINDS, { error: `Erlaubt sind ${UPDATE_KINDS.join(', ')}.` }))
  .meta({ enum: UPDATE_KINDS, description: 'In any letter case.' });

export const priceTypeSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export const clusterSchema = z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable();
/** Euros (ADR 39). */
export const priceSchema = z.number().nullable();
export const centsSchema = z.number().int().min(0).max(9_999_999);
/** Rule 2.10. */
export const searchQuerySchema = z
  .string()
  .trim()
  .min(SEARCH_MIN_LENGTH, { error: `Bitte geben Sie mindestens ${SEARCH_MIN_LENGTH} Zeichen ein.` })
  .max(SEARCH_MAX_LENGTH)
  .refine(...FEW_MARKS);
export const rowCountSchema = z.number().int().nonnegative();
/** '2026-12-15', in Berlin. */
export const daySchema = z.iso.date({ error: 'Bitte geben Sie einen Tag an, zum Beispiel 2026-12-15.' });
/** ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** Why a person chose an own price (rule 14.28). */
export const reasonSchema = lineSchema(200).nullish();

const apoParams = { token: pharmacyTokenSchema };
export const pharmacyParams = z.object({ pharmacyId: pharmacyIdSchema, ...apoParams });
export const statusOkSchema = z.object({ status: z.literal('OK') });

/** `files`, or a service account's (rule 22.5). */
export const tillAccountSchema = z
  .string()
  .max(300)
  .regex(/^(?:files|job|job:.+)$/, { error: 'Diese Kasse gibt es nicht.' })
  .refine(...FEW_MARKS);
