import { z } from 'zod';

/** A sum in cents, the changed rows it rests on, and those it leaves out because a figure is missing. */
export const effectSchema = z.object({
  cents: z.number().int(),
  rows: z.number().int(),
  missing: z.number().int(),
});
export type Effect = z.infer<typeof effectSchema>;
