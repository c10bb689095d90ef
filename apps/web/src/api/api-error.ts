import { REASON, type Refusal } from '@portal/contracts';

/** Reasons that arise in the browser, beside those of the contract. */
export const CLIENT_REASON = { network: 'network', signIn: 'sign_in_required', malformed: 'malformed_answer' } as const;

/** Every failed call: the refusal of the contract and its HTTP status, 0 when no answer came (rule 2.17). */
export type ApiError = Refusal & {
  readonly httpStatus: number;
  /** After how long the server wants to be asked again, where it said so. */
  readonly retryAfterMs?: number;
  /** The same call was made before, and its answer was lost: it may be what the server now says was done already. */
  readonly answerWasLost?: boolean;
};

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'httpStatus' in error && 'message' in error;
}

/** What a call failed with; an issue that never reached the network is an error of the browser. */
export function asApiError(error: unknown): ApiError {
  return isApiError(error) ? error : clientError(REASON.internal, String(error));
}

/** The German sentence of a failed call, also for errors before it reached the network. */
export function errorMessage(error: unknown): string {
  return isApiError(error)
    ? error.message
    : 'Es ist ein unerwarteter Fehler aufgetreten. Bitte laden Sie die Seite neu.';
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

/** The server may have done what was asked: no answer came, none that can be read, or a proxy answered in its place. */
export function outcomeUnknown({ reason, httpStatus, requestId }: ApiError): boolean {
  const unread = reason === CLIENT_REASON.network || reason === CLIENT_REASON.malformed;
  return unread || (httpStatus >= 500 && requestId === '');
}

/** As the api's own sentence says it: a token of very many roles, or cookies of other applications. */
const HEAD_TOO_LARGE =
  'Die Anmeldedaten sind für den Server zu umfangreich. Bitte löschen Sie in Ihrem Browser die Cookies dieser Seite und melden Sie sich neu an. Kommt diese Meldung wieder, hat Ihr Benutzerkonto zu viele Berechtigungen: Bitte wenden Sie sich an den Support.';

/** Of a proxy; nginx answers 400 and says it in the page only. */
function isHeadTooLarge(httpStatus: number, body: unknown): boolean {
  return (
    httpStatus === 431 || httpStatus === 494 || (typeof body === 'string' && /header or cookie too large/i.test(body))
  );
}

/**
 * Reads what the api answered with a 4xx or 5xx; a proxy may have answered in its place, in any form.
 * @param retryAfter the header of that name, in seconds as the api sends it; anything else is passed over
 */
export function refusalFrom(httpStatus: number, body: unknown, retryAfter?: string | null): ApiError {
  const wait = /^\d{1,5}$/.test(retryAfter ?? '') ? { retryAfterMs: Number(retryAfter) * 1000 } : {};
  if (isRefusal(body)) return { ...body, httpStatus, ...wait };
  if (isHeadTooLarge(httpStatus, body)) return clientError(REASON.tooLarge, HEAD_TOO_LARGE, httpStatus);
  const message = `Der Server hat die Anfrage nicht verarbeitet (Fehler ${httpStatus}). Bitte versuchen Sie es in Kürze erneut.`;
  return { ...clientError(REASON.internal, message, httpStatus), ...wait };
}

/**
 * The failure in an answer that came with 200, undefined where there is none: a `status` that its contract does not know as a
 * success, or none at all where it declares one (rule 13.7: 'status not OK or HTTP error').
 * @param expected `statuses` of the endpoint; without a declaration a status, if there is one, must be OK
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
