import { z } from 'zod';

/** Stands for another person who shares something in a pharmacy. */
export const personSchema = z.string().regex(/^[0-9a-f]{16}$/, { error: 'Erwartet wird eine Person.' });

/** Of what another person shares: who that is, for callers who may take it back; else null. */
export const sharedBy = { by: personSchema.nullable() };

export const BY_WITHOUT_CONTENT = 'Was andere teilen, lässt sich nur zurücknehmen.';
