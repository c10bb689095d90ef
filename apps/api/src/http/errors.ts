import { REASON, type Refusal } from '@portal/contracts';
import { TEXT } from '../texts/de.ts';

type Details = Partial<Pick<Refusal, 'status' | 'issues' | 'pzns' | 'errors' | 'total' | 'delivery'>>;

/** Status, stable reason, German sentence. */
export class PortalError extends Error {
  override name = 'PortalError';
  readonly httpStatus: number;
  readonly reason: string;
  readonly details: Details;
  /** When a program should try again, where that is known. */
  retryAfterSeconds: number | undefined;
  /** Further headers of the answer. */
  headers: Readonly<Record<string, string>> = {};
  constructor(httpStatus: number, reason: string, message: string, details: Details = {}) {
    super(message);
    this.httpStatus = httpStatus;
    this.reason = reason;
    this.details = details;
  }
}

export const notSignedIn = () => new PortalError(401, REASON.notSignedIn, TEXT.notSignedIn);
export const forbidden = () => new PortalError(403, REASON.forbidden, TEXT.forbidden);
export const wrongCountry = () => new PortalError(403, REASON.wrongCountry, TEXT.wrongCountry);
export const noPilotAccess = () => new PortalError(403, REASON.noPilot, TEXT.noPilot);
export const mirrorReadOnly = () => new PortalError(403, REASON.mirror, TEXT.mirror);
export const notFound = () => new PortalError(404, REASON.notFound, TEXT.notFound);

export function methodNotAllowed(methods: readonly string[]): PortalError {
  const allow = methods.join(', ');
  const error = new PortalError(405, REASON.method, TEXT.methodNotAllowed(allow));
  error.headers = { Allow: allow };
  return error;
}

export const wrongState = (message: string) => new PortalError(409, REASON.state, message);

/** `status: 'fail'`, the sentence as reason (rule 13.3). */
export function fileRefused(
  httpStatus: 409 | 422,
  sentence: string,
  details?: Pick<Details, 'errors' | 'total' | 'delivery'>,
): PortalError {
  return new PortalError(httpStatus, sentence, sentence, { status: 'fail', ...details });
}

export function invalidRequest(httpStatus: 400 | 422, issues: { path: string; message: string }[]): PortalError {
  const first = issues[0];
  const named = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : '';
  return new PortalError(httpStatus, REASON.invalid, `${TEXT.invalid}${named}`, { issues: issues.slice(0, 200) });
}

/** Beyond it rows are only counted. */
const NAMED_ROWS = 5_000;

/** Nothing was saved (rule 4.11). */
export function invalidRows(rows: { pzn: string; message: string }[]): PortalError {
  const answered = rows.slice(0, NAMED_ROWS);
  const named = rows.slice(0, 5).map((row) => `PZN ${row.pzn}: ${row.message}`);
  return new PortalError(
    422,
    REASON.invalidRows,
    `${TEXT.invalidRows(rows.length)} ${named.join(' ')}${rows.length > 5 ? ' …' : ''}`,
    {
      issues: answered.map((row) => ({ path: row.pzn, message: row.message })),
      pzns: answered.map((row) => row.pzn),
    },
  );
}
