import { PRODUCT_GROUPS, parseProductGroup, UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';

/** The largest number that the database has room for. */
const INT32 = 2_147_483_647;

/** What the OpenAPI document says of a text of digits in a path or query: an integer. Both ends are allowed. */
export function integerText(least: number, most: number) {
  return { type: 'integer', format: most > INT32 ? 'int64' : 'int32', minimum: least, maximum: most } as const;
}

/** apoId or crmCompanyId: the resolver accepts either, the token decides (rule 1.6). */
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

/**
 * A text that is only printed. A longer one is cut, behind whole characters, and does not refuse the document.
 * @param most characters (UTF-16) that a cell or label has room for
 */
export function printedTextSchema(most: number) {
  return z.string().overwrite((text) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''));
}

/** A product group in any case. */
export const productGroupParamSchema = z
  .string()
  .transform((text, context) => {
    const group = parseProductGroup(text);
    if (group) return group;
    context.addIssue({ code: 'custom', message: `Die Warengruppe muss ${PRODUCT_GROUPS.join(', ')} sein.` });
    return z.NEVER;
  })
  .meta({ enum: PRODUCT_GROUPS, description: 'In any letter case.' });
export const productGroupSchema = z.enum(PRODUCT_GROUPS);

/** A kind of package in any case. */
export const updateKindParamSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(UPDATE_KINDS, { error: `Erlaubt sind ${UPDATE_KINDS.join(', ')}.` }))
  .meta({ enum: UPDATE_KINDS, description: 'In any letter case.' });

export const priceTypeSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export const clusterSchema = z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable();
export const priceSchema = z.number().nullable();
/** Rows of a list that travels in pieces. */
export const rowCountSchema = z.number().int().nonnegative();
/** Points in time travel as ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

/** Why somebody chose a price of their own; kept with what the call changes (rule 14.28). */
export const reasonSchema = z.string().trim().max(200).nullish();

const apoParams = { token: pharmacyTokenSchema };
export const pharmacyParams = z.object({ pharmacyId: pharmacyIdSchema, ...apoParams });
export const statusOkSchema = z.object({ status: z.literal('OK') });
