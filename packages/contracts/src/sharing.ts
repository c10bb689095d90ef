import { z } from 'zod';

/** Stands for another person who shares something in a pharmacy. */
export const personSchema = z.string().regex(/^[0-9a-f]{16}$/, { error: 'Erwartet wird eine Person.' });

/**
 * The name under which a person saves something.
 * @param dative 'der Regel' in German
 * @param genitive 'einer Regel' in German
 */
export const savedNameSchema = (dative: string, genitive: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `Bitte geben Sie ${dative} einen Namen.` })
    .max(60, { error: `Der Name ${genitive} hat höchstens 60 Zeichen.` });

/** Whose a saved thing is. */
export const savedByPerson = {
  /** Of what another person shares: who that is, for callers who may take it back; else null. */
  by: personSchema.nullable(),
  name: z.string(),
  userName: z.string(),
  mine: z.boolean(),
};

export const BY_WITHOUT_CONTENT = 'Was andere teilen, lässt sich nur zurücknehmen.';
