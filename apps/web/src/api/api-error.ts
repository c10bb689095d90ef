import { REASON, type Refusal } from '@portal/contracts';

/** Reasons that arise in the browser, beside those of the contract. */
export const CLIENT_REASON = { network: 'network', signIn: 'sign_in_required', malformed: 'malformed_answer' } as const;

/** Status 0: no answer came. Rule 2.17. */
export type ApiError = Refusal & {
  readonly httpStatus: number;
  /** After how long the server wants to be asked again, where it said so. */
  readonly retryAfterMs?: number;
  /** The server may answer that it was already done. */
  readonly answerWasLost?: boolean;
};

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'httpStatus' in error && 'message' in error;
}

export function asApiError(error: unknown): ApiError {
  return isApiError(error) ? error : clientError(REASON.internal, String(error));
}

export function errorMessage(error: unknown): string {
  return isApiError(error)
    ? error.message
    : 'Es ist ein unerwarteter Fehler aufgetreten. Bitte aktualisieren Sie die Seite.';
}

/** @returns `retry` where it can help: not without the right to the call, nor without access to the pilot */
export function retryOf(error: unknown, retry: () => void): (() => void) | undefined {
  return isApiError(error) && error.httpStatus === 403 ? undefined : retry;
}

/** An error made in the browser. */
export function clientError(reason: string, message: string, httpStatus = 0): ApiError {
  return { status: 'ERROR', reason, message, requestId: '', httpStatus };
}

export function networkError(): ApiError {
  return clientError(
    CLIENT_REASON.network,
    'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  );
}

/** No readable answer came: the call may have been carried out. */
export function outcomeUnknown({ reason, httpStatus, requestId }: ApiError): boolean {
  const unread = reason === CLIENT_REASON.network || reason === CLIENT_REASON.malformed;
  return unread || (httpStatus >= 500 && requestId === '');
}

const HEAD_TOO_LARGE =
  'Die Anmeldedaten sind für den Server zu umfangreich. Bitte löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an. Kommt diese Meldung wieder, hat Ihr Benutzerkonto zu viele Berechtigungen: Bitte wenden Sie sich an den Support.';

/** Of a proxy; nginx answers 400 and says it in the page only. */
function isHeadTooLarge(httpStatus: number, body: unknown): boolean {
  return (
    httpStatus === 431 || httpStatus === 494 || (typeof body === 'string' && /header or cookie too large/i.test(body))
  );
}

/**
 * A proxy may have answered.
 * @param retryAfter in seconds
 */
export function refusalFrom(httpStatus: number, body: unknown, retryAfter?: string | null): ApiError {
  const wait = /^\d{1,5}$/.test(retryAfter ?? '') ? { retryAfterMs: Number(retryAfter) * 1000 } : {};
  if (isRefusal(body)) return { ...body, httpStatus, ...wait };
  if (isHeadTooLarge(httpStatus, body)) return clientError(REASON.tooLarge, HEAD_TOO_LARGE, httpStatus);
  const message = `Der Server hat die Anfrage nicht verarbeitet (Fehler ${httpStatus}). Bitte versuchen Sie es in Kürze erneut.`;
  return { ...clientError(REASON.internal, message, httpStatus), ...wait };
}

/**
 * `status` not declared as a success (rule 13.7).
 * @param expected without it a status must be OK
 */
export function failureIn(
  body: unknown,
  expected: readonly string[] | undefined,
  httpStatus = 200,
): ApiError | undefined {
  const fields =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  if (fields.status === undefined && expected === undefined) return undefined;
  if (typeof fields.status === 'string' && (expected ?? ['OK']).includes(fields.status)) return undefined;
  if (isRefusal(body)) return { ...body, httpStatus };
  // under 'fail' the reason is the sentence to show (rule 13.1)
  const sentence = [fields.message, fields.reason].find((text) => typeof text === 'string' && text.trim() !== '');
  return clientError(
    REASON.internal,
    (sentence as string | undefined) ??
      'Der Server hat die Anfrage nicht ausgeführt. Bitte versuchen Sie es in Kürze erneut.',
    httpStatus,
  );
}

function isRefusal(body: unknown): body is Refusal {
  if (typeof body !== 'object' || body === null) return false;
  const { reason, message } = body as Partial<Refusal>;
  return typeof reason === 'string' && typeof message === 'string' && message !== '';
}
