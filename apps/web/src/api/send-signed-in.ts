import { REASON } from '@portal/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { type AuthSession, SignInRequired } from '../auth/auth-session.ts';
import { sessionLost } from '../auth/session-slice.ts';
import { type ApiError, CLIENT_REASON, clientError } from './api-error.ts';
import type { ProductCache } from './product-cache.ts';

/** What thunks and calls get from the store. */
export interface StoreExtra {
  /** Undefined before the sign-in has started. */
  auth: { current: AuthSession | undefined };
  readonly products: ProductCache;
}

/** What an answer says about the tokens of its call. */
export type TokenCheck = { readonly httpStatus: number; readonly reason?: unknown };

/**
 * Repeats once after a 401 with a refreshed token (rule 1.2), or with the cookie of a refused anti-forgery token (rule
 * 1.11).
 * @param send reads the cookie each time
 */
export async function sendSignedIn<Answer>(
  { extra, dispatch }: Pick<BaseQueryApi, 'extra' | 'dispatch'>,
  send: (bearer: string | undefined) => Promise<Answer>,
  check: (answer: Answer) => TokenCheck | Promise<TokenCheck>,
): Promise<{ answer: Answer; error?: undefined } | { error: ApiError; answer?: undefined }> {
  const session = (extra as StoreExtra).auth.current;
  try {
    let bearer = await session?.bearer();
    let answer = await send(bearer);
    let { httpStatus, reason } = await check(answer);
    if (httpStatus === 401 && session) {
      bearer = await session.renewed(bearer);
      answer = await send(bearer);
      ({ httpStatus, reason } = await check(answer));
    }
    if (httpStatus === 403 && reason === REASON.xsrf) {
      answer = await send(bearer);
      ({ httpStatus } = await check(answer));
    }
    if (httpStatus === 401) dispatch(sessionLost());
    return { answer };
  } catch (failure) {
    if (!(failure instanceof SignInRequired)) throw failure;
    return { error: clientError(CLIENT_REASON.signIn, failure.message, 401) };
  }
}
