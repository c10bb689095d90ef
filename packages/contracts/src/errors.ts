import { z } from 'zod';
import { fileIssueSchema } from './intake.ts';
import { refusedDeliverySchema } from './rows/refused-delivery.ts';

/** Rule 13.3. `message` is German. */
export const refusalSchema = z.object({
  /** 'fail' for a refused file. */
  status: z.enum(['ERROR', 'fail']),
  /** Stable code; under 'fail' the sentence to show. */
  reason: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** By path in the request. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  pzns: z.array(z.string()).optional(),
  /** The first 50. */
  errors: z.array(fileIssueSchema).optional(),
  total: z.number().int().optional(),
  /** Rule 20.11. */
  delivery: refusedDeliverySchema.optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;
