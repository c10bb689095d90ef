import type { RuntimeConfig } from '@portal/contracts';
import { readRoles } from '@portal/rules';
import type { default as Keycloak, KeycloakTokenParsed } from 'keycloak-js';
import { type AuthSession, SignInRequired } from './auth-session.ts';
import { MIN_TOKEN_VALIDITY_S } from './login-config.ts';
import { isReachable, issuerOf } from './provider.ts';
import { answered } from './session-frame.ts';

/** Who signed in, as the token says; the api validates the same claims. */
export interface TokenUser {
  /** Never changes for a person, unlike the name. */
  subject: string;
  userName: string;
  /** Of the realm and of every client, without the derived ones. */
  roles: string[];
  country: string | null;
}

/** The session of somebody who has signed in, and who it is. */
export function sessionAfter(keycloak: Keycloak, config: RuntimeConfig): { session: KeycloakSession; user: TokenUser } {
  return {
    session: sessionOf(keycloak, issuerOf(config)),
    user: tokenUser(keycloak.tokenParsed as KeycloakTokenParsed),
  };
}

/** Reads roles, country and name from the claims of a token. */
export function tokenUser(claims: KeycloakTokenParsed): TokenUser {
  const { sub, preferred_username: userName, country } = claims;
  const subject = sub ?? userName;
  return {
    subject: typeof subject === 'string' ? subject : '',
    userName: typeof userName === 'string' ? userName : '',
    roles: readRoles(claims),
    country: typeof country === 'string' ? country : null,
  };
}

/** Refreshes the token, however long it is valid. */
const ALWAYS = -1;

type Refreshable = Pick<
  Keycloak,
  | 'updateToken'
  | 'token'
  | 'isTokenExpired'
  | 'login'
  | 'logout'
  | 'authenticated'
  | 'onAuthLogout'
  | 'clientId'
  | 'sessionId'
>;

/** A session whose instance of keycloak-js can be replaced (rule 1.2). */
export interface KeycloakSession extends AuthSession {
  /** Hands over to an instance with the same tokens (rule 1.1). */
  goOnWith(watching: Refreshable): void;
  /** The provider may have consumed the token of a pending refresh. */
  settled(): Promise<void>;
}

/** keycloak-js clears the token when a refresh is refused or the session differs. */
export function sessionOf(signedIn: Refreshable, issuer: string): KeycloakSession {
  let keycloak = signedIn;
  let lost: (() => void) | undefined;
  const signInRequired = (cause: unknown) =>
    keycloak.token
      ? new SignInRequired('Der Anmeldedienst ist nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.', { cause })
      : new SignInRequired('Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich neu an.');
  const underWay = new Set<Promise<unknown>>();
  const refreshed = (validFor: number, patient: boolean) => {
    const refresh = keycloak.updateToken(validFor);
    // Also when it takes longer than callers wait.
    const ended: Promise<unknown> = refresh.catch(() => undefined).then(() => underWay.delete(ended));
    underWay.add(ended);
    return answered(refresh, { asking: keycloak, issuer, patient });
  };
  return {
    async bearer() {
      try {
        const fresh = keycloak.token && !keycloak.isTokenExpired(MIN_TOKEN_VALIDITY_S);
        await refreshed(MIN_TOKEN_VALIDITY_S, !fresh);
      } catch (failure) {
        // The provider could not be reached: the present token is used until it expires.
        if (!keycloak.token || keycloak.isTokenExpired()) throw signInRequired(failure);
      }
      return keycloak.token;
    },
    async renewed(refused) {
      if (keycloak.token !== refused && keycloak.token) return keycloak.token;
      try {
        await refreshed(ALWAYS, true);
      } catch (failure) {
        throw signInRequired(failure);
      }
      return keycloak.token;
    },
    onLost(listener) {
      lost = listener;
      keycloak.onAuthLogout = listener;
      if (!keycloak.token) listener();
    },
    goOnWith(watching) {
      delete keycloak.onAuthLogout;
      keycloak = watching;
      if (lost) this.onLost(lost);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    isReachable: () => isReachable(issuer),
    isAlive: () =>
      refreshed(ALWAYS, true).then(
        () => true,
        () => false,
      ),
    signIn: () => keycloak.login({ redirectUri: location.href }),
    signOut: () => keycloak.logout({ redirectUri: `${location.origin}/` }),
  };
}
