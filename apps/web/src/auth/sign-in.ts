import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { NoStorageError, withCallbackStorage } from './callback-storage.ts';
import { checkLoginConfig, LOGIN_OPTIONS } from './login-config.ts';
import { clientOf, isAnswerOfProvider } from './provider.ts';
import { tabSafe } from '../lib/safe-storage.ts';

/** As the provider answered. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly code: string | undefined;
  constructor(code: string | undefined, description: string | undefined) {
    super(description ?? '');
    this.code = code;
  }
}

const REPEATED_AT = 'signInRepeated';
/** Milliseconds; a second one would redirect without end. */
const REPEAT_INTERVAL_MS = 60_000;

/** What keycloak-js throws after 'Invalid nonce, clearing token'. */
const INVALID_NONCE = 'Invalid nonce.';
const NOT_OURS = 'Die Antwort des Anmeldedienstes gehört nicht zu dieser Anmeldung';

/**
 * Rule 1.1. The session is watched later: its frames would delay the token.
 * @throws LoginConfigError, LoginError, NoStorageError
 */
export async function signIn(
  config: RuntimeConfig,
  newClient: (config: RuntimeConfig) => Keycloak = clientOf,
): Promise<Keycloak> {
  checkLoginConfig(config);
  const keycloak = newClient(config);
  const isAnswer = isAnswerOfProvider(location);
  let authError: { error?: string; error_description?: string } | undefined;
  keycloak.onAuthError = (error) => {
    authError = error;
  };
  try {
    // Without onLoad keycloak-js does not redirect when it clears a token (wrong nonce, unsaved edits).
    const { onLoad: _redirects, ...options } = LOGIN_OPTIONS;
    const signedIn = await withCallbackStorage(() => keycloak.init({ ...options, checkLoginIframe: false }));
    if (!signedIn) {
      if (isAnswer && !mayRepeat()) throw new LoginError(undefined, NOT_OURS);
      await keycloak.login(); // leaves the page
    }
    if (!keycloak.tokenParsed) throw new LoginError(undefined, undefined);
    return keycloak;
  } catch (failure) {
    if (failure instanceof LoginError || failure instanceof NoStorageError) throw failure;
    throw new LoginError(authError?.error, authError?.error_description ?? describe(failure));
  }
}

/** An old bookmark or sign-in page: once a minute. */
function mayRepeat(): boolean {
  const now = Date.now();
  if (now - Number(tabSafe.get(REPEATED_AT) ?? 0) < REPEAT_INTERVAL_MS) return false;
  return tabSafe.set(REPEATED_AT, String(now)); // if this cannot be stored, it could repeat without end
}

function describe(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure.message === INVALID_NONCE ? NOT_OURS : failure.message;
}
