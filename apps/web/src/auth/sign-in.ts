import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { NoStorageError, withCallbackStorage } from './callback-storage.ts';
import { checkLoginConfig, LOGIN_OPTIONS } from './login-config.ts';
import { clientOf } from './provider.ts';

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
 * Signs in by authorization code with PKCE (rule 1.1); returns once somebody is signed in. Whether the session still stands is watched
 * later (`watchSession`): the token would have to wait for three pages of the provider in frames.
 * @throws LoginConfigError, LoginError, NoStorageError
 */
export async function signIn(config: RuntimeConfig): Promise<Keycloak> {
  checkLoginConfig(config);
  const keycloak = clientOf(config);
  let authError: { error?: string; error_description?: string } | undefined;
  keycloak.onAuthError = (error) => {
    authError = error;
  };
  try {
    const signedIn = await withCallbackStorage(() => keycloak.init({ ...LOGIN_OPTIONS, checkLoginIframe: false }));
    if (!signedIn || !keycloak.tokenParsed) throw new LoginError(undefined, undefined);
    // From here on the end of a session is an event (onLost); keycloak-js would leave the page at once, even with unsaved
    // edits.
    keycloak.loginRequired = false;
    return keycloak;
  } catch (failure) {
    if (failure instanceof LoginError || failure instanceof NoStorageError) throw failure;
    throw new LoginError(authError?.error, authError?.error_description ?? describe(failure));
  }
}

function describe(failure: unknown): string | undefined {
  return failure instanceof Error ? failure.message : undefined;
}
