import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signingKeys } from '@portal/dev/jest/signing-keys.ts';
import { type CryptoKey, decodeJwt, exportJWK, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';

export const AUDIENCE = 'portal-api';
const REALM = 'test';
/** Outlasts the longest file on a busy machine. */
const TOKEN_SECONDS = 3_600;

/**
 * A real OpenID issuer on loopback: discovery document, keys, and tokens signed with them. Its userinfo is what the token's
 * claim of that name holds.
 */
export type TestIssuer = {
  url: string;
  realm: string;
  /** Where it listens itself. */
  port: number;
  /** A signed access token; claims override the usual ones. */
  token(
    claims: JWTPayload,
    options?: { expiresIn?: number; audience?: string; issuer?: string; foreignKey?: boolean; kid?: string },
  ): Promise<string>;
  close(): Promise<void>;
};

let pairs: Promise<Pair[]> | undefined;
type Pair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };

/** @param publicUrl where it is reached, when something stands in front of it */
export async function startIssuer(publicUrl?: string): Promise<TestIssuer> {
  pairs ??= Promise.all(signingKeys().map(imported));
  const [key, foreign] = (await pairs) as [Pair, Pair];
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  const server: Server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url?.endsWith('/.well-known/openid-configuration')) {
      response.end(
        JSON.stringify({
          issuer: issuer(),
          jwks_uri: `${issuer()}/certs`,
          authorization_endpoint: `${issuer()}/auth`,
          token_endpoint: `${issuer()}/token`,
          userinfo_endpoint: `${issuer()}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      );
    } else if (request.url?.endsWith('/certs')) response.end(JSON.stringify({ keys: [jwk] }));
    else if (request.url?.endsWith('/userinfo')) {
      const { sub, userinfo } = decodeJwt(request.headers.authorization?.slice('Bearer '.length) ?? '');
      response.end(JSON.stringify({ sub, ...(userinfo as object) }));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = publicUrl ?? `http://127.0.0.1:${port}`;
  const issuer = () => `${url}/realms/${REALM}`;
  return {
    url,
    port,
    realm: REALM,
    token(claims, options = {}) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ sub: 'someone', typ: 'Bearer', azp: 'portal-web', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? 'test' })
        .setIssuedAt(now - 60)
        .setIssuer(options.issuer ?? issuer())
        .setAudience(options.audience ?? AUDIENCE)
        .setExpirationTime(now + (options.expiresIn ?? TOKEN_SECONDS))
        .sign(options.foreignKey ? foreign.privateKey : key.privateKey);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function imported(jwk: JWK): Promise<Pair> {
  const key = async (part: JWK) => (await importJWK(part, 'RS256', { extractable: true })) as CryptoKey;
  return { privateKey: await key(jwk), publicKey: await key({ kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }) };
}

/** Claims of a caller as Keycloak writes them: portal roles in the realm, pharmacy roles at a client. */
export function claimsOf(name: string, roles: string[], country = 'DE'): JWTPayload {
  const [given, family] = name.split(' ');
  return {
    sub: `subject-${name}`,
    name,
    preferred_username: name.toLowerCase().replace(' ', '.'),
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@portal.example`,
    given_name: given,
    family_name: family,
    country,
    realm_access: { roles: roles.filter((role) => role.startsWith('solvena_')) },
    resource_access: { trueprice: { roles: roles.filter((role) => !role.startsWith('solvena_')) } },
  };
}
