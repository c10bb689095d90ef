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
