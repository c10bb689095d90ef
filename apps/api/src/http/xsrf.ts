import { randomBytes, timingSafeEqual } from 'node:crypto';
import { REASON } from '@portal/contracts';
import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';

/** Polled by programs or kept by caches; the same for everybody. */
const WITHOUT = /^\/api\/(health\/|openapi\.json$|products\/)/i;

/**
 * Gives every browser an XSRF-TOKEN cookie that its scripts can read (rule 1.11): with the page and with calls, never
 * with files, which proxies may keep and share.
 */
export function issueXsrfCookie({ secure }: { secure: boolean }): RequestHandler {
  return (request, response, next) => {
    if (cookieOf(request) === undefined && !WITHOUT.test(request.baseUrl + request.path)) {
      response.cookie(COOKIE, randomBytes(32).toString('base64url'), { sameSite: 'strict', secure, path: '/' });
    }
    next();
  };
}

/**
 * Refuses a write whose X-XSRF-TOKEN header is not the cookie's value (rule 1.11).
 * @throws PortalError 403
 */
export function requireXsrf(request: Request): void {
  const cookie = cookieOf(request);
  const header = request.get(HEADER);
  if (cookie === undefined || header === undefined || !sameText(cookie, header)) {
    throw new PortalError(403, REASON.xsrf, TEXT.xsrf);
  }
}

function cookieOf(request: Request): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[COOKIE];
  return value && value.length >= 32 ? value : undefined;
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
