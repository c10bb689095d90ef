import { z } from 'zod';

/** In cents; rows without a figure are left out and counted. */
export const effectSchema = z.object({
  cents: z.number().int(),
  rows: z.number().int(),
  missing: z.number().int(),
  /** Why they lack one (rule 14.7); null for approvals that did not count it. */
  lacks: z.object({ added: z.number().int(), leaving: z.number().int(), units: z.number().int() }).nullable(),
});
export type Effect = z.infer<typeof effectSchema>;
