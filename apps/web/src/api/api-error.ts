import { REASON, type Refusal } from '@portal/contracts';

/** Reasons that arise in the browser, beside those of the contract. */
export const CLIENT_REASON = { network: 'network', signIn: 'sign_in_required', malformed: 'malformed_answer' } as const;

/** Every failed call: the refusal of the contract and its HTTP status, 0 when no answer came. */
export type ApiError = Refusal & { readonly httpStatus: number };

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'httpStatus' in error && 'message' in error;
}

/** The German sentence of a failed call, also for faults that never reached the network. */
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

/** Reads what the api answered with a 4xx or 5xx; a proxy may have answered in its place, in whatever form. */
export function refusalFrom(httpStatus: number, body: unknown): ApiError {
  if (isRefusal(body)) return { ...body, httpStatus };
  return clientError(
    REASON.internal,
    `Der Server hat die Anfrage nicht verarbeitet (Fehler ${httpStatus}). Bitte versuchen Sie es in Kürze erneut.`,
    httpStatus,
  );
}

function isRefusal(body: unknown): body is Refusal {
  if (typeof body !== 'object' || body === null) return false;
  const { reason, message } = body as Partial<Refusal>;
  return typeof reason === 'string' && typeof message === 'string' && message !== '';
}
