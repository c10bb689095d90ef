import type { DemoUser, ServiceAccount } from './users.ts';

/** Claims about a person, beside `sub`, as a Keycloak realm puts them into access and ID tokens. */
export const PROFILE_CLAIMS = [
  'preferred_username',
  'name',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'title',
  'country',
  'realm_access',
  'resource_access',
] as const;

/** Claims that tie a token to its client and sign-in session; `typ` tells access ('Bearer') from ID tokens ('ID'). */
export const SESSION_CLAIMS = ['azp', 'typ', 'sid', 'session_state'] as const;

/** Who the user is and what they may do (rule 1.4, login token). */
export function profileClaims(user: DemoUser): Record<string, unknown> {
  return {
    preferred_username: user.username,
    name: `${user.givenName} ${user.familyName}`,
    given_name: user.givenName,
    family_name: user.familyName,
    email: user.email,
    email_verified: true,
    ...(user.title === undefined ? {} : { title: user.title }),
    country: user.country,
    realm_access: { roles: [...user.realmRoles] },
    resource_access: user.pharmacyRoles.length > 0 ? { trueprice: { roles: [...user.pharmacyRoles] } } : {},
  };
}

/** Which client and which sign-in session a user's token belongs to. */
export function sessionClaims(typ: 'Bearer' | 'ID', clientId: string | undefined, sessionId: string | undefined) {
  return { typ, azp: clientId, sid: sessionId, session_state: sessionId };
}

/** Claims of a service account, which has no sign-in session. */
export function serviceAccountClaims(account: ServiceAccount): Record<string, unknown> {
  return {
    typ: 'Bearer',
    azp: account.clientId,
    preferred_username: `service-account-${account.clientId}`,
    realm_access: { roles: [...account.realmRoles] },
    resource_access: {},
  };
}
