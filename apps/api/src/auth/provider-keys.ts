import { createLocalJWKSet, createRemoteJWKSet, errors as joseErrors, type JWTVerifyGetKey } from 'jose';
import { REASON } from '@portal/contracts';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';

export type Keys = JWTVerifyGetKey;

/** Survives an outage of a night; a withdrawn key ends. */
const LAST_KNOWN_MS = 12 * 60 * 60 * 1000;
/** While the provider is away: calls must not wait in turn. */
const ASK_AGAIN_MS = 10_000;

/**
 * Refetched every ten minutes and for an unknown key; the last known ones serve while the provider is away (rule 1.3).
 * @throws PortalError 503
 */
export function createKeys(url: URL, timeoutMs: number, now: () => number = Date.now): Keys {
  const remote = createRemoteJWKSet(url, { timeoutDuration: timeoutMs });
  let confirmedAt = 0;
  let failure: { at: number; error: unknown } | undefined;

  return async (header, token) => {
    if (failure && now() - failure.at < ASK_AGAIN_MS) return lastKnown(failure.error, header, token);
    try {
      const key = await remote(header, token);
      failure = undefined;
      return key;
    } catch (error) {
      if (!isAway(error)) throw error;
      failure = { at: now(), error };
      return lastKnown(error, header, token);
    } finally {
      if (remote.fresh) confirmedAt = now();
    }
  };

  function lastKnown(cause: unknown, ...[header, token]: Parameters<Keys>) {
    const keys = now() - confirmedAt < LAST_KNOWN_MS ? remote.jwks() : undefined;
    if (!keys) throw identityUnavailable(cause);
    return createLocalJWKSet(keys)(header, token).catch((error: unknown) => {
      // The key may be new; only the provider knows.
      throw error instanceof joseErrors.JWKSNoMatchingKey ? identityUnavailable(cause) : error;
    });
  }
}

/** Says nothing about the token. */
function isAway(error: unknown): boolean {
  if (!(error instanceof joseErrors.JOSEError)) return true;
  return error instanceof joseErrors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';
}

/** 503 saying that the identity provider is away. */
export function identityUnavailable(cause: unknown): PortalError {
  return Object.assign(new PortalError(503, REASON.busy, TEXT.identityUnavailable), { cause });
}
