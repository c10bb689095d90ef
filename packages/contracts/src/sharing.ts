import { z } from 'zod';
import { FEW_MARKS } from './fields.ts';

export const personSchema = z.string().regex(/^[0-9a-f]{16}$/, { error: 'Erwartet wird eine Person.' });

/**
 * @param dative 'der Regel'
 * @param genitive 'einer Regel'
 */
export const savedNameSchema = (dative: string, genitive: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `Bitte geben Sie ${dative} einen Namen.` })
    .max(60, { error: `Der Name ${genitive} hat höchstens 60 Zeichen.` })
    .refine(...FEW_MARKS);

/** Whose a saved thing is. */
export const savedByPerson = {
  by: personSchema.nullable(),
  name: z.string(),
  userName: z.string(),
  mine: z.boolean(),
};

export const BY_WITHOUT_CONTENT = 'Was andere teilen, lässt sich nur zurücknehmen.';
