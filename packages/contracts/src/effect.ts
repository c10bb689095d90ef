import { z } from 'zod';

/** In cents; rows without a figure are left out and counted. */
export const effectSchema = z.object({
  cents: z.number().int(),
  rows: z.number().int(),
  missing: z.number().int(),
});
export type Effect = z.infer<typeof effectSchema>;
