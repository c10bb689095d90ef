import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { NoStorageError, withCallbackStorage } from './callback-storage.ts';
import { checkLoginConfig, LOGIN_OPTIONS } from './login-config.ts';
import { clientOf, isAnswerOfProvider } from './provider.ts';
import { tabSafe } from '../lib/safe-storage.ts';

/** The sign-in failed at the identity provider; `code` and the message are what it answered. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly code: string | undefined;
  constructor(code: string | undefined, description: string | undefined) {
    super(description ?? '');
    this.code = code;
  }
}

/** When an answer of the provider last did not belong to a sign-in begun in this tab, in ms. */
const REPEATED_AT = 'signInRepeated';
/** A second such answer within this time, in ms, is a failure: repeating the sign-in would redirect without end. */
const REPEAT_INTERVAL_MS = 60_000;

/** What keycloak-js throws after 'Invalid nonce, clearing token'. */
const INVALID_NONCE = 'Invalid nonce.';
const NOT_OURS = 'Die Antwort des Anmeldedienstes gehört nicht zu dieser Anmeldung';

/**
 * Signs in by authorization code with PKCE (rule 1.1); returns once somebody is signed in. Whether the session still stands is watched
 * later (`watchSession`): the token would have to wait for three pages of the provider in frames.
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
    // Without onLoad keycloak-js does not redirect when it clears a token: neither after a wrong nonce, which would repeat without
    // end, nor later with unsaved edits. The end of a session is an event (onLost).
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

/** An answer whose state is unknown (an old bookmark, a sign-in page left open for hours) is asked for anew, once a minute. */
function mayRepeat(): boolean {
  const now = Date.now();
  if (now - Number(tabSafe.get(REPEATED_AT) ?? 0) < REPEAT_INTERVAL_MS) return false;
  return tabSafe.set(REPEATED_AT, String(now)); // if this cannot be stored, it could repeat without end
}

function describe(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure.message === INVALID_NONCE ? NOT_OURS : failure.message;
}
