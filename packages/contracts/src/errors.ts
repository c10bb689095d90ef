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

/** Reasons the browser reacts to; the German sentence comes with the answer. */
export const REASON = {
  notSignedIn: 'not_signed_in',
  forbidden: 'forbidden',
  wrongCountry: 'country_not_served',
  mirror: 'mirror_read_only',
  /** The pharmacy has no access to the pilot (rule 13.3). */
  noPilot: 'no_pilot_access',
  xsrf: 'xsrf',
  invalid: 'invalid_request',
  invalidRows: 'invalid_rows',
  notFound: 'not_found',
  /** A known path, called in another way than it allows. */
  method: 'method_not_allowed',
  editBlocked: 'edit_blocked',
  conflict: 'changed_by_somebody_else',
  /** A step that the present status does not allow: approved, deleted or reopened meanwhile. */
  state: 'wrong_state',
  /** An LZD that is not released for approval. */
  notReleased: 'not_released',
  tooLarge: 'too_large',
  /** More of the same is under way than the server takes on; it passes. */
  busy: 'busy',
  /** More calls of a costly kind than one caller may make in a minute. */
  tooMany: 'too_many_requests',
  internal: 'internal',
} as const;
