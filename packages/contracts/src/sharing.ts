import { isReserved, seenLine } from '@portal/rules';
import { z } from 'zod';
import { FEW_MARKS } from './fields.ts';

export const personSchema = z.string().regex(/^[0-9a-f]{16}$/, { error: 'Erwartet wird eine Person.' });

const MOST_NAME = 60;

/**
 * @param dative 'der Regel'
 * @param genitive 'einer Regel'
 */
export const savedNameSchema = (dative: string, genitive: string) =>
  z
    .string()
    .trim()
    .max(MOST_NAME, { error: `Der Name ${genitive} hat höchstens ${MOST_NAME} Zeichen.` })
    .refine(...FEW_MARKS)
    .overwrite((text) => seenLine(text, MOST_NAME))
    .min(1, { error: `Bitte geben Sie ${dative} einen Namen.` })
    .refine((name) => !isReserved(name), { error: 'Dieser Name ist dem Portal vorbehalten.' });

/** Whose a saved thing is. */
export const savedByPerson = {
  by: personSchema.nullable(),
  name: z.string(),
  userName: z.string(),
  mine: z.boolean(),
};

export const BY_WITHOUT_CONTENT = 'Was andere teilen, lässt sich nur zurücknehmen.';
