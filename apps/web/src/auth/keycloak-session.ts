import type { RuntimeConfig } from '@portal/contracts';
import { readRoles } from '@portal/rules';
import Keycloak, { type KeycloakTokenParsed } from 'keycloak-js';
import { type AuthSession, SignInRequired } from './auth-session.ts';
import { checkLoginConfig, LOGIN_OPTIONS, MIN_TOKEN_VALIDITY_S } from './login-config.ts';

/** Who signed in, as the token says; the api judges the same claims. */
export interface TokenUser {
  userName: string;
  /** Of the realm and of every client, without the derived ones. */
  roles: string[];
  country: string | null;
}

/** The sign-in failed at the identity provider; `code` and the message are what it answered. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly code: string | undefined;
  constructor(code: string | undefined, description: string | undefined) {
    super(description ?? '');
    this.code = code;
  }
}

/**
 * Signs in by authorization code with PKCE (Specification 4, 9); returns once somebody is signed in.
 * @throws LoginConfigError, LoginError
 */
export async function startKeycloak(config: RuntimeConfig): Promise<{ session: AuthSession; user: TokenUser }> {
  checkLoginConfig(config);
  const keycloak = new Keycloak({ url: config.kcUrl, realm: config.kcRealm, clientId: config.kcClientId });
  let authError: { error?: string; error_description?: string } | undefined;
  keycloak.onAuthError = (error) => {
    authError = error;
  };
  try {
    const signedIn = await keycloak.init(LOGIN_OPTIONS);
    if (!signedIn || !keycloak.tokenParsed) throw new LoginError(undefined, undefined);
    return { session: sessionOf(keycloak), user: tokenUser(keycloak.tokenParsed) };
  } catch (failure) {
    if (failure instanceof LoginError) throw failure;
    throw new LoginError(authError?.error, authError?.error_description ?? describe(failure));
  }
}

function describe(failure: unknown): string | undefined {
  return failure instanceof Error ? failure.message : undefined;
}

/** Reads roles, country and name from the claims of a token. */
export function tokenUser(claims: KeycloakTokenParsed): TokenUser {
  const { preferred_username: userName, country } = claims;
  return {
    userName: typeof userName === 'string' ? userName : '',
    roles: readRoles(claims),
    country: typeof country === 'string' ? country : null,
  };
}

type Refreshable = Pick<Keycloak, 'updateToken' | 'token' | 'isTokenExpired' | 'login' | 'logout' | 'authenticated'>;

/**
 * The session of a signed-in instance. When a refresh is refused, keycloak-js clears the token and leaves for the sign-in
 * page by itself, because it was started with login-required; the present address is where it comes back to.
 */
export function sessionOf(keycloak: Refreshable): AuthSession {
  return {
    async bearer() {
      try {
        await keycloak.updateToken(MIN_TOKEN_VALIDITY_S);
      } catch (failure) {
        if (!keycloak.token) throw new SignInRequired('Ihre Anmeldung ist abgelaufen. Sie werden neu angemeldet.');
        // The provider could not be reached: the token at hand serves as long as it lasts.
        if (keycloak.isTokenExpired()) {
          throw new SignInRequired('Der Anmeldedienst ist nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.', {
            cause: failure,
          });
        }
      }
      return keycloak.token;
    },
    signIn: () => keycloak.login({ redirectUri: location.href }),
    signOut: () => keycloak.logout({ redirectUri: `${location.origin}/` }),
  };
}
