import { accessFrom, type Access, cleanName, normalizeCountry, personName, readRoles } from '@portal/rules';
import { decodeJwt, errors as joseErrors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { allowInsecureRequests, type Configuration, discovery, fetchUserInfo, None } from 'openid-client';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { notSignedIn } from '../http/errors.ts';
import { createKeys, identityUnavailable, type Keys } from './provider-keys.ts';

/** From a verified access token. */
export type Caller = {
  readonly subject: string;
  readonly userName: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly title: string;
  readonly email: string | undefined;
  readonly country: string;
  readonly access: Access;
};

const claimsSchema = z.object({
  // stored as it is: a NUL would fail every write
  sub: z.string().regex(/^[^\p{Cc}\p{Cs}]+$/u),
  preferred_username: z.string().optional(),
  azp: z.string().optional(),
  client_id: z.string().optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  title: z.string().optional(),
  email: z.string().optional(),
  country: z.string().optional(),
  typ: z.string().optional(),
  // Missing when the user has no role of that kind.
  realm_access: z.unknown().optional(),
  resource_access: z.unknown().optional(),
});

/** Wrong signatures are not tried again. */
const FORGED = { max: 5_000, ttl: 60_000 } as const;
/** Nor are right ones for so long: a signature takes the main loop longer than what is asked with it. */
const VERIFIED = { max: 5_000, ttl: 30_000 } as const;

/** How long the provider may take to answer. */
const PROVIDER_SECONDS = 5;

/** Verifies access tokens of the configured realm (rule 11.11). */
export type Verifier = {
  /** @throws PortalError 401; 503 while the provider is away */
  verify(token: string): Promise<Caller>;
  /** @throws PortalError 503 while the provider is away */
  askEmail(token: string, subject: string): Promise<string | undefined>;
};

/** Checks signature, issuer, audience, expiry, algorithm, type and client (rule 1.3). */
export function createVerifier(identity: Config['identity'], now: () => Date = () => new Date()): Verifier {
  const issuerUrl = new URL(`${identity.url}/realms/${encodeURIComponent(identity.realm)}`);
  const isKnownClient = clientMatcher([identity.clientId, ...identity.serviceClients]);
  const forged = new LRUCache<string, true>(FORGED);
  const verified = new LRUCache<string, Caller>(VERIFIED);
  let found: Promise<{ issuer: string; keys: Keys; configuration: Configuration }> | undefined;

  async function discover() {
    const execute = issuerUrl.protocol === 'http:' ? [allowInsecureRequests] : [];
    const configuration: Configuration = await discovery(issuerUrl, identity.clientId, undefined, None(), {
      execute,
      timeout: PROVIDER_SECONDS,
    });
    const metadata = configuration.serverMetadata();
    if (!metadata.jwks_uri) throw new Error('the identity provider names no jwks_uri');
    const keys = createKeys(new URL(metadata.jwks_uri), PROVIDER_SECONDS * 1000);
    return { issuer: metadata.issuer, keys, configuration };
  }

  function findProvider() {
    found ??= discover();
    return found.catch((error: unknown) => {
      found = undefined; // the provider may be back at the next request
      throw identityUnavailable(error);
    });
  }

  return {
    async verify(token) {
      const provider = await findProvider();
      let payload: JWTPayload;
      if (forged.has(token) || isOver(token, now())) throw notSignedIn();
      const known = verified.get(token);
      if (known) return known;
      try {
        ({ payload } = await jwtVerify(token, provider.keys, {
          issuer: provider.issuer,
          audience: identity.audience,
          algorithms: ['RS256', 'PS256', 'ES256'],
          requiredClaims: ['exp', 'sub'],
          currentDate: now(),
        }));
      } catch (error) {
        if (error instanceof joseErrors.JWSSignatureVerificationFailed) forged.set(token, true);
        if (isTokenError(error)) throw notSignedIn();
        throw error;
      }
      const claims = claimsSchema.safeParse(payload);
      // ID and refresh tokens of Keycloak have another typ.
      if (!claims.success || claims.data.typ !== 'Bearer' || !isKnownClient(claims.data.azp)) throw notSignedIn();
      const caller = callerFrom(claims.data);
      verified.set(token, caller);
      return caller;
    },

    async askEmail(token, subject) {
      const { configuration } = await findProvider();
      if (!configuration.serverMetadata().userinfo_endpoint) return undefined;
      try {
        return (await fetchUserInfo(configuration, token, subject)).email;
      } catch (error) {
        throw identityUnavailable(error);
      }
    },
  };
}

/** `*` at the end of an id matches any rest. */
function clientMatcher(known: readonly string[]): (azp: string | undefined) => boolean {
  const exact = new Set(known.filter((id) => !id.endsWith('*')));
  const beginnings = known.filter((id) => id.endsWith('*')).map((id) => id.slice(0, -1));
  return (azp) => azp !== undefined && (exact.has(azp) || beginnings.some((beginning) => azp.startsWith(beginning)));
}

/** By its own word: costs no signature. */
function isOver(token: string, now: Date): boolean {
  try {
    const { exp } = decodeJwt(token);
    return typeof exp === 'number' && exp * 1_000 <= now.getTime();
  } catch {
    return true;
  }
}

function isTokenError(error: unknown): boolean {
  return (
    error instanceof joseErrors.JOSEError &&
    !(error instanceof joseErrors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}

function callerFrom(claims: z.infer<typeof claimsSchema>): Caller {
  const country = normalizeCountry(claims.country);
  return {
    subject: claims.sub,
    userName: personName(claims.name, claims.preferred_username, claims.client_id, claims.azp, claims.sub),
    firstname: cleanName(claims.given_name ?? ''),
    lastname: cleanName(claims.family_name ?? ''),
    title: cleanName(claims.title ?? ''),
    email: /[\p{Cc}\p{Cf}\s]/u.test(claims.email ?? '') ? undefined : claims.email,
    country,
    access: accessFrom(readRoles(claims), country),
  };
}
