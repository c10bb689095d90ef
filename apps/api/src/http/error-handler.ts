import { REASON, type Refusal } from '@portal/contracts';
import type { ErrorRequestHandler } from 'express';
import { TEXT } from '../texts/de.ts';
import { notFound, PortalError } from './errors.ts';
import { isTransientError, isStorageFull } from './transient-errors.ts';
import { requestIdOf } from './request-log.ts';

/** What the router and serving files throw carries a status. */
type HttpishError = Error & { status?: number; statusCode?: number };

const RETRY_AFTER_SECONDS = 10;

/** Unknown errors become a plain 500. */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  const known = error as HttpishError;
  if (error instanceof URIError) return new PortalError(400, REASON.invalid, TEXT.malformedPath);
  const status = known?.status ?? known?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return ofPath(status);
  }
  if (isStorageFull(error)) return new PortalError(507, REASON.busy, TEXT.storageFull);
  if (isTransientError(error)) return new PortalError(503, REASON.busy, TEXT.unavailable);
  return new PortalError(500, REASON.internal, TEXT.internal);
}

/** Broken escapes, dots, a NUL. */
function ofPath(status: number): PortalError {
  return status === 404 ? notFound() : new PortalError(status, REASON.invalid, TEXT.malformedPath);
}

/** Rule 13.3. */
export const errorHandler: ErrorRequestHandler = (error, request, response, _next) => {
  const refusal = toPortalError(error);
  const requestId = requestIdOf(request);
  if (refusal.httpStatus >= 500) logError(request, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (refusal.httpStatus === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const body: Refusal = {
    status: 'ERROR',
    reason: refusal.reason,
    message: refusal.message,
    requestId,
    ...refusal.details,
  };
  const retryAfter = refusal.retryAfterSeconds ?? (refusal.httpStatus === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  response.status(refusal.httpStatus).set(refusal.headers).set('Cache-Control', 'no-store');
  // A person whose browser opens an address of the api, e.g. a PDF's after its hour, reads the sentence.
  if (request.accepts(['json', 'html']) === 'html') response.type('text/plain').send(refusal.message);
  else response.json(body);
};

/** The line carries the request's id and method already. */
function logError(request: Parameters<ErrorRequestHandler>[1], error: unknown): void {
  const { operation = 'other' } = request as { operation?: string };
  request.log?.error({ err: error, operation }, 'request failed');
}
