import { randomBytes } from 'node:crypto';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { PROFILE_CLAIMS, profileClaims, serviceAccountClaims, SESSION_CLAIMS, sessionClaims } from './claims.ts';
import { logoutPage, messagePage } from './pages.ts';
import { API_AUDIENCE, BROWSER_CLIENT_ID, type CookieNames, PATHS, REALM_PATH } from './realm.ts';
import type { SigningKey } from './signing-key.ts';
import type { DemoUser, ServiceAccount } from './users.ts';

/** How long things live, in whole seconds. */
export interface Lifetimes {
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  sessionSeconds: number;
}

export interface RealmSettings extends Lifetimes {
  issuer: string;
  signingKey: SigningKey;
  cookies: CookieNames;
  portalOrigins: readonly string[];
  users: ReadonlyMap<string, DemoUser>;
  serviceAccounts: readonly ServiceAccount[];
}

/** Resource indicators must be absolute; this one stands for the api, whose audience is the plain name. */
const API_RESOURCE = `urn:${API_AUDIENCE}`;
const SCOPES = 'openid profile email';
const INTERACTION_SECONDS = 30 * 60;
const GRANT_SECONDS = 14 * 24 * 60 * 60;

/** Settings that make oidc-provider behave like a Keycloak realm towards keycloak-js (rule 1.1). */
export function realmConfiguration(realm: RealmSettings): Configuration {
  const { cookies, portalOrigins, users, serviceAccounts } = realm;
  const serviceAccountById = new Map(serviceAccounts.map((account) => [account.clientId, account]));

  // The portal is the realm's own client: users are not asked for consent.
  const policy = interactionPolicy.base();
  policy.remove('consent');

  return {
    jwks: { keys: [realm.signingKey] },
    clients: [
      {
        client_id: BROWSER_CLIENT_ID,
        client_name: 'Preisportal',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: portalOrigins.map((origin) => `${origin}/`),
        post_logout_redirect_uris: portalOrigins.map((origin) => `${origin}/`),
      },
      ...serviceAccounts.map(({ clientId, clientSecret }) => ({
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      })),
    ],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    routes: {
      authorization: PATHS.authorization,
      token: PATHS.token,
      jwks: PATHS.jwks,
      end_session: PATHS.end_session,
      userinfo: PATHS.userinfo,
    },
    discovery: { check_session_iframe: realm.issuer + PATHS.loginStatusFrame },
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub', ...PROFILE_CLAIMS, ...SESSION_CLAIMS],
      profile: [...PROFILE_CLAIMS],
      email: ['email', 'email_verified'],
    },
    // keycloak-js asks for `openid` only and reads names from the token.
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => portalOrigins.includes(origin),
    cookies: {
      names: { session: cookies.session, interaction: cookies.interaction, resume: cookies.resume },
      long: { httpOnly: true, sameSite: 'lax', path: REALM_PATH },
      short: { httpOnly: true, sameSite: 'lax' },
      // Sessions live in memory, so their cookies need not outlive the process either.
      keys: [randomBytes(32).toString('base64url')],
    },
    ttl: {
      AccessToken: realm.accessTokenSeconds,
      ClientCredentials: realm.accessTokenSeconds,
      IdToken: realm.accessTokenSeconds,
      RefreshToken: realm.refreshTokenSeconds,
      Session: realm.sessionSeconds,
      Grant: Math.max(GRANT_SECONDS, realm.sessionSeconds),
      Interaction: INTERACTION_SECONDS,
      AuthorizationCode: 60,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    interactions: { policy, url: (_ctx, interaction) => `${REALM_PATH}${PATHS.login}/${interaction.uid}` },
    loadExistingGrant,
    findAccount: (ctx, sub, token) => {
      const user = users.get(sub);
      if (user === undefined) return undefined;
      const sessionId = token !== undefined && 'sessionUid' in token ? token.sessionUid : ctx.oidc.session?.uid;
      const claims = { ...profileClaims(user), ...sessionClaims('ID', ctx.oidc.client?.clientId, sessionId) };
      return { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    extraTokenClaims: (_ctx, token) => {
      if (token.kind === 'AccessToken') {
        const user = users.get(token.accountId);
        return user && { ...profileClaims(user), ...sessionClaims('Bearer', token.clientId, token.sessionUid) };
      }
      const account = serviceAccountById.get(token.clientId ?? '');
      return account && serviceAccountClaims(account);
    },
    formats: {
      customizers: {
        jwt: (_ctx, token, jwt) => {
          // A service account has a subject of its own, as in Keycloak, not its client id.
          const account = token.kind === 'ClientCredentials' && serviceAccountById.get(token.clientId ?? '');
          if (account) jwt.payload['sub'] = account.id;
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES,
          audience: API_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: realm.accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const isOwnSession = ctx.oidc.entities.IdTokenHint?.payload['sub'] === ctx.oidc.session?.accountId;
          ctx.type = 'html';
          ctx.body = logoutPage(form, isOwnSession);
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.type = 'html';
          ctx.body = messagePage('Abgemeldet', 'Sie sind abgemeldet.', backToPortal(portalOrigins));
        },
      },
    },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      const text = `Die Anmeldung ist nicht möglich (${out.error}). Bitte beginnen Sie bei TruePrice neu.`;
      ctx.body = messagePage('Anmeldung nicht möglich', text, backToPortal(portalOrigins));
    },
  };
}

/** The link under every message of the provider. */
export function backToPortal(portalOrigins: readonly string[]) {
  return { href: `${portalOrigins[0]}/`, label: 'Zu TruePrice' };
}

/**
 * All tabs of one sign-in share one grant: tokens die with a grant that is no longer the session's, so a new one for
 * each tab would sign the others out.
 */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing !== undefined) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES);
  grant.addResourceScope(API_RESOURCE, SCOPES);
  await grant.save();
  return grant;
}
