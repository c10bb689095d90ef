import { z } from 'zod';
import { fileIssueSchema } from './intake.ts';

/** The body of every answer with 4xx or 5xx (rule 13.3). `message` is German and fit to show. */
export const refusalSchema = z.object({
  /** 'fail' for a file that was not taken in (rule 13.3). */
  status: z.enum(['ERROR', 'fail']),
  /** Stable code, e.g. `wrong_token`; under 'fail' the sentence to show. */
  reason: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** Every invalid field, by its path in the request. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Products concerned, e.g. those changed since they were loaded. */
  pzns: z.array(z.string()).optional(),
  /** Issues of an uploaded file, the first 50, and how many there are. */
  errors: z.array(fileIssueSchema).optional(),
  total: z.number().int().optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;
