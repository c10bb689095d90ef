import { audienceMapper, serviceClient } from '@portal/operate/accounts/service-client.ts';
import { API_AUDIENCE, BROWSER_CLIENT_ID, REALM } from '../identity/realm.ts';
import type { DemoUser, ServiceAccount } from '../identity/users.ts';
import { userProfile } from './user-profile.ts';

export interface KeycloakRealm {
  /** Addresses of the portal, each an origin; Keycloak replaces '${NAME}' by the environment variable of that name. */
  portalOrigins: readonly string[];
  /** People who can sign in from the start; their password is known, so none in production. */
  users: readonly DemoUser[];
  serviceAccounts: readonly ServiceAccount[];
  /** How long an access token lasts, in whole seconds. */
  accessTokenSeconds: number;
  /** 'external' wants https from everywhere but this machine and private networks. */
  sslRequired: 'none' | 'external';
  passwordPolicy?: string;
}

/** Holds the roles TP_user_{id} and TP_admin_{id}. */
const ROLES_CLIENT = 'trueprice';
/** Roles that Keycloak gives everybody, among them that of seeing the own profile. */
const DEFAULT_ROLES = `default-roles-${REALM}`;
/** A working day: an idle tab keeps its edits (as the embedded provider's default). */
const SESSION_SECONDS = 10 * 60 * 60;

/**
 * The realm as Keycloak imports it, made from the same people and programs as the embedded provider, so that the two cannot
 * drift apart (ADR 4).
 */
export function keycloakRealm(realm: KeycloakRealm) {
  const { users, serviceAccounts } = realm;
  const names = (all: readonly string[]) => [...new Set(all)].sort().map((name) => ({ name }));
  return {
    realm: REALM,
    displayName: 'Preisportal',
    enabled: true,
    sslRequired: realm.sslRequired,
    registrationAllowed: false,
    resetPasswordAllowed: false,
    rememberMe: false,
    // People sign in by their name; with it the form says 'Benutzername'.
    loginWithEmailAllowed: false,
    bruteForceProtected: true,
    ...(realm.passwordPolicy === undefined ? {} : { passwordPolicy: realm.passwordPolicy }),
    internationalizationEnabled: true,
    supportedLocales: ['de'],
    defaultLocale: 'de',
    localizationTexts: { de: { invalidUserMessage: 'Benutzername oder Passwort ist falsch.' } },
    accessTokenLifespan: realm.accessTokenSeconds,
    ssoSessionIdleTimeout: SESSION_SECONDS,
    ssoSessionMaxLifespan: SESSION_SECONDS,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    roles: {
      realm: names([
        'solvena_admin',
        'solvena_sales',
        'solvena_customer',
        'pricing_engine',
        'customer_centre',
        ...serviceAccounts.flatMap((account) => account.realmRoles),
      ]),
      client: { [ROLES_CLIENT]: names(users.flatMap((user) => user.pharmacyRoles)) },
    },
    clients: [
      browserClient(realm.portalOrigins),
      // Holds roles only; there is no sign-in with it.
      {
        clientId: ROLES_CLIENT,
        name: 'Rollen je Apotheke',
        enabled: true,
        protocol: 'openid-connect',
        bearerOnly: true,
      },
      ...serviceAccounts.map(({ clientId, clientSecret }) => serviceClient(clientId, clientSecret, API_AUDIENCE)),
    ],
    users: [...users.map(person), ...serviceAccounts.map(serviceUser)],
    components: {
      'org.keycloak.userprofile.UserProfileProvider': [
        { providerId: 'declarative-user-profile', config: { 'kc.user.profile.config': [JSON.stringify(userProfile)] } },
      ],
    },
  };
}

function browserClient(portalOrigins: readonly string[]) {
  return {
    clientId: BROWSER_CLIENT_ID,
    name: 'Preisportal',
    enabled: true,
    protocol: 'openid-connect',
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    baseUrl: `${portalOrigins[0]}/`,
    redirectUris: portalOrigins.map((origin) => `${origin}/*`),
    webOrigins: [...portalOrigins],
    fullScopeAllowed: true,
    attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': '+' },
    protocolMappers: [audienceMapper(API_AUDIENCE), userAttribute('title'), userAttribute('country')],
  };
}

function userAttribute(name: string) {
  return {
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: {
      'user.attribute': name,
      'claim.name': name,
      'jsonType.label': 'String',
      'access.token.claim': 'true',
      'id.token.claim': 'true',
      'userinfo.token.claim': 'true',
    },
  };
}

function person(user: DemoUser) {
  return {
    id: user.id,
    username: user.username,
    enabled: true,
    email: user.email,
    emailVerified: true,
    firstName: user.givenName,
    lastName: user.familyName,
    attributes: { ...(user.title === undefined ? {} : { title: [user.title] }), country: [user.country] },
    credentials: [{ type: 'password', value: user.password, temporary: false }],
    // As somebody gets them who is entered by hand.
    realmRoles: [DEFAULT_ROLES, ...user.realmRoles],
    ...(user.pharmacyRoles.length > 0 ? { clientRoles: { [ROLES_CLIENT]: [...user.pharmacyRoles] } } : {}),
  };
}

function serviceUser({ id, clientId, realmRoles }: ServiceAccount) {
  return {
    id,
    username: `service-account-${clientId}`,
    enabled: true,
    serviceAccountClientId: clientId,
    realmRoles: [...realmRoles],
  };
}
