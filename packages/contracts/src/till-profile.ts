import {
  TILL_DATES,
  TILL_DECIMALS,
  TILL_ENCODINGS,
  TILL_FIELDS,
  TILL_SEPARATORS,
  TILL_WITHDRAWN,
  type TillIssue,
  type TillProfile,
  tillProfileIssues,
} from '@portal/rules';
import { z } from 'zod';

/** What is wrong with a profile (rule 9.10), as the server says it and the settings page shows it. */
const ISSUE: Record<TillIssue, string> = {
  noPzn: 'Es fehlt die Spalte PZN.',
  noPrice: 'Es fehlt die Spalte Verkaufspreis.',
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
};

const columnSchema = z.strictObject({
  field: z.enum(TILL_FIELDS),
  heading: z.string().max(40, { error: 'Eine Überschrift hat höchstens 40 Zeichen.' }),
  width: z
    .number()
    .int()
    .min(1, { error: 'Eine Spalte ist mindestens 1 Zeichen breit.' })
    .max(200, { error: 'Eine Spalte ist höchstens 200 Zeichen breit.' })
    .nullable(),
});

/** How a till wants its price file (rules 9.8 to 9.11). */
export const tillProfileSchema = z
  .strictObject({
    extension: z
      .string()
      .regex(/^\.[A-Za-z0-9]{1,8}$/, { error: 'Die Endung ist ein Punkt mit 1 bis 8 Buchstaben oder Ziffern.' }),
    columns: z.array(columnSchema).max(20),
    separator: z.enum(TILL_SEPARATORS).nullable(),
    heading: z.boolean(),
    pzn: z.enum(['eight', 'short']),
    decimals: z.enum(TILL_DECIMALS),
    dates: z.enum(TILL_DATES),
    encoding: z.enum(TILL_ENCODINGS),
    lineEnd: z.enum(['crlf', 'lf']),
    withdrawn: z.enum(TILL_WITHDRAWN),
    marker: z.string().max(20, { error: 'Der Kennzeichentext hat höchstens 20 Zeichen.' }),
  })
  .superRefine((profile, context) => {
    for (const { field, column, issue } of tillProfileIssues(profile)) {
      const path =
        column === null ? [field] : field === 'columns' ? ['columns', column, 'field'] : ['columns', column, field];
      context.addIssue({ code: 'custom', path, message: ISSUE[issue] });
    }
  }) satisfies z.ZodType<TillProfile>;
