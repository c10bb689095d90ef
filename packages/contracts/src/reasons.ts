/** The German sentence comes with the answer. */
export const REASON = {
  notSignedIn: 'not_signed_in',
  forbidden: 'forbidden',
  wrongCountry: 'country_not_served',
  mirror: 'mirror_read_only',
  /** Rule 13.3. */
  noPilot: 'no_pilot_access',
  xsrf: 'xsrf',
  invalid: 'invalid_request',
  invalidRows: 'invalid_rows',
  notFound: 'not_found',
  method: 'method_not_allowed',
  editBlocked: 'edit_blocked',
  conflict: 'changed_by_somebody_else',
  /** Approved, deleted or reopened. */
  state: 'wrong_state',
  notReleased: 'not_released',
  tooLarge: 'too_large',
  /** Temporary. */
  busy: 'busy',
  unavailable: 'unavailable',
  tooMany: 'too_many_requests',
  internal: 'internal',
} as const;
