import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import Provider, { errors, type RefreshToken } from 'oidc-provider';
import { accountRoutes } from './account.ts';
import { backToPortal, type Lifetimes, realmConfiguration } from './configuration.ts';
import { createCredentialCheck } from './credentials.ts';
import { loginRoutes } from './login.ts';
import { messagePage, pageSecurityPolicy } from './pages.ts';
import { type CookieNames, cookieNames, isPortalAddress, REALM, REALM_PATH } from './realm.ts';
import { sessionCheckRoutes } from './session-check.ts';
import { loadSigningKey } from './signing-key.ts';
import { DEMO_SERVICE_ACCOUNTS, DEMO_USERS, type DemoUser } from './users.ts';

export interface IdentityProviderOptions extends Partial<Lifetimes> {
  /** Port to listen on; 0 takes a free one. */
  port: number;
  /** Address to listen on, 127.0.0.1 by default; the issuer is always on localhost. */
  host?: string;
  /** Folder that keeps the signing key. */
  dataDir: string;
  /** Origins of the portal, e.g. http://localhost:3000; at least one. Sign-in returns to any path below them. */
  portalOrigins: string[];
  /** People beside the demo users. */
  extraUsers?: readonly DemoUser[];
  /** Clock in milliseconds, for the limit on failed sign-ins. */
  now?: () => number;
  /** Told of every unexpected error; prints it by default. */
  onError?: (error: unknown) => void;
}

export interface IdentityProvider {
  /** `iss` of every token: {url}/realms/{realm}. */
  issuer: string;
  /** Address without the realm, as keycloak-js wants it (kcUrl). */
  url: string;
  realm: string;
  close(): Promise<void>;
}

/** Access tokens 5 minutes; sessions a working day, and refresh tokens as long, so that an idle tab keeps its edits. */
const DEFAULT_LIFETIMES: Lifetimes = {
  accessTokenSeconds: 5 * 60,
  refreshTokenSeconds: 10 * 60 * 60,
  sessionSeconds: 10 * 60 * 60,
};

/**
 * Starts the embedded OpenID provider, shaped like a Keycloak realm, for development, demos and tests (rule 1.1).
 *
 * @throws Error with code EADDRINUSE for a taken port, naming the file of a damaged signing key, or for a portal origin
 *   that is none
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const {
    dataDir,
    portalOrigins,
    now = Date.now,
    onError = (error) => process.stderr.write(`${String(error)}\n`),
  } = options;
  if (portalOrigins.length === 0 || portalOrigins.some((origin) => URL.parse(origin)?.origin !== origin)) {
    throw new Error('portalOrigins must name at least one origin such as http://localhost:3000, without a path.');
  }
  const signingKey = await loadSigningKey(dataDir);
  const server = createServer();
  const port = await listen(server, options.port, options.host ?? '127.0.0.1');

  const url = `http://localhost:${port}`;
  const issuer = url + REALM_PATH;
  const cookies = cookieNames(port);
  const people = [...DEMO_USERS, ...(options.extraUsers ?? [])];
  const users = new Map(people.map((user) => [user.id, user]));

  const provider = new Provider(
    issuer,
    realmConfiguration({
      ...DEFAULT_LIFETIMES,
      ...lifetimesOf(options),
      issuer,
      signingKey,
      cookies,
      portalOrigins,
      users,
      serviceAccounts: DEMO_SERVICE_ACCOUNTS,
    }),
  );
  admitPortalAddresses(provider, portalOrigins);
  giveRefreshTokensAnExpiry(provider);
  provider.use(portalCredentials(portalOrigins));
  provider.use(sessionStatusCookie(cookies));
  provider.on('server_error', (_ctx, error) => onError(error));

  const app = express().disable('x-powered-by').disable('etag');
  app.use((_req, res, next) => {
    res.set({
      'Content-Security-Policy': pageSecurityPolicy(portalOrigins),
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  app.use(REALM_PATH, sessionCheckRoutes(cookies, portalOrigins));
  app.use(REALM_PATH, accountRoutes({ provider, signingKey, users, portalOrigins }));
  app.use(REALM_PATH, loginRoutes(provider, createCredentialCheck(people, now)));
  app.use(REALM_PATH, provider.callback());
  app.use(errorPage(portalOrigins, onError));
  server.on('request', app);

  return { issuer, url, realm: REALM, close: () => close(server) };
}

function lifetimesOf({ accessTokenSeconds, refreshTokenSeconds, sessionSeconds }: Partial<Lifetimes>) {
  return {
    ...(accessTokenSeconds === undefined ? {} : { accessTokenSeconds }),
    ...(refreshTokenSeconds === undefined ? {} : { refreshTokenSeconds }),
    ...(sessionSeconds === undefined ? {} : { sessionSeconds }),
  };
}

/** Keycloak registers redirect addresses with a wildcard; oidc-provider compares them literally. */
function admitPortalAddresses(provider: Provider, portalOrigins: readonly string[]): void {
  const isAllowed = (address: string) => isPortalAddress(address, portalOrigins);
  Object.assign(provider.Client.prototype, { redirectUriAllowed: isAllowed, postLogoutRedirectUriAllowed: isAllowed });
}

/**
 * keycloak-js decodes refresh tokens as if they were JWTs and reads `exp`. They stay handles of the store: the last
 * part is random, and nothing else of them is trusted.
 */
function giveRefreshTokensAnExpiry(provider: Provider): void {
  Object.assign(provider.RefreshToken.prototype, {
    generateTokenId(this: RefreshToken): string {
      const iat = Math.floor(Date.now() / 1000);
      const parts = [{ typ: 'handle' }, { typ: 'Refresh', iat, exp: iat + this.expiration, sid: this.sessionUid }];
      const readable = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
      return [...readable, randomBytes(32).toString('base64url')].join('.');
    },
  });
}

/** keycloak-js calls the token endpoint with credentials, which the provider's own CORS headers leave out. */
function portalCredentials(portalOrigins: readonly string[]): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next();
    const allowed = ctx.response.get('Access-Control-Allow-Origin');
    if (portalOrigins.includes(allowed)) ctx.set('Access-Control-Allow-Credentials', 'true');
  };
}

/** Tells the session-check frame who is signed in. */
function sessionStatusCookie(cookies: CookieNames): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    await next();
    const session: { uid: string; exp?: number; accountId?: string; destroyed?: boolean } | undefined =
      ctx['oidc']?.session;
    if (session === undefined) return;
    const isSignedIn = session.accountId !== undefined && session.destroyed !== true && session.exp !== undefined;
    ctx.cookies.set(cookies.status, isSignedIn ? encodeURIComponent(session.uid) : null, {
      path: REALM_PATH,
      httpOnly: false,
      sameSite: 'lax',
      signed: false,
      ...(isSignedIn ? { expires: new Date(session.exp! * 1000) } : {}),
    });
  };
}

function errorPage(portalOrigins: readonly string[], onError: (error: unknown) => void): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const isExpired = error instanceof errors.SessionNotFound;
    const status = isExpired ? 400 : clientIssue(error);
    if (status === undefined) onError(error);
    const text = isExpired
      ? 'Diese Anmeldung ist abgelaufen oder bereits abgeschlossen.'
      : 'Die Anfrage konnte nicht bearbeitet werden.';
    res
      .status(status ?? 500)
      .type('html')
      .send(messagePage('Anmeldung nicht möglich', text, backToPortal(portalOrigins)));
  };
}

/** Status of an error that the caller made (a malformed or oversized body), undefined for one of ours. */
function clientIssue(error: unknown): number | undefined {
  const status = (error as { status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The identity provider has no port.');
  return address.port;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
