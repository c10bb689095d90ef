import { randomBytes, timingSafeEqual } from 'node:crypto';
import { REASON } from '@portal/contracts';
import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';

/** Tells own tokens from those of other applications on the host. */
const OWN_FORM = /^[\w-]{43}$/;
/** A shorter value could be guessed. */
const MIN_CHARACTERS = 32;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Polled by programs or kept by caches; the same for everybody. */
const WITHOUT = /^\/api\/(health\/|openapi\.json$|products\/)/i;

/** Rule 1.11; never with files, which proxies share. */
export function issueXsrfCookie({ secure }: { secure: boolean }): RequestHandler {
  return (request, response, next) => {
    const isUsable = SAFE_METHODS.has(request.method)
      ? tokensOf(request).some((token) => OWN_FORM.test(token))
      : hasMatchingToken(request);
    if (!isUsable && !WITHOUT.test(request.baseUrl + request.path)) {
      response.cookie(COOKIE, randomBytes(32).toString('base64url'), { sameSite: 'strict', secure, path: '/' });
    }
    next();
  };
}

/**
 * Any XSRF-TOKEN cookie counts: other applications set theirs (rule 1.11).
 * @throws PortalError 403
 */
export function requireXsrf(request: Request): void {
  if (!hasMatchingToken(request)) throw new PortalError(403, REASON.xsrf, TEXT.xsrf);
}

function hasMatchingToken(request: Request): boolean {
  const header = request.get(HEADER);
  return header !== undefined && tokensOf(request).some((token) => sameText(token, header));
}

function tokensOf(request: Request): string[] {
  return (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const value = parseCookie(pair)[COOKIE];
    return value && value.length >= MIN_CHARACTERS ? [value] : [];
  });
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
