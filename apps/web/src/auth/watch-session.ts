import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { withCallbackStorage } from './callback-storage.ts';
import type { KeycloakSession } from './keycloak-session.ts';
import { LOGIN_OPTIONS } from './login-config.ts';
import { clientOf, issuerOf } from './provider.ts';
import { answered } from './session-frame.ts';

/** Milliseconds (rule 1.1). */
const FIRST_MS = LOGIN_OPTIONS.checkLoginIframeInterval * 1_000;
/** Milliseconds without working frames. */
const RETRY_INTERVAL_MS = 60_000;

type SignedIn = Pick<Keycloak, 'token' | 'refreshToken' | 'idToken' | 'timeSkew'>;

/**
 * Rule 1.1. keycloak-js loads its frames before the token (ADR 83): a second instance gets them after five seconds and
 * takes over.
 */
export function watchSession(
  session: Pick<KeycloakSession, 'goOnWith' | 'settled'>,
  signedIn: SignedIn,
  config: RuntimeConfig,
  newClient: (config: RuntimeConfig) => Keycloak = clientOf,
): void {
  const watch = async () => {
    if (!signedIn.token) return;
    let watching: Keycloak;
    try {
      watching = await watchedBy(newClient(config), signedIn, issuerOf(config), () => session.settled());
    } catch {
      removeFrames();
      setTimeout(() => void watch(), RETRY_INTERVAL_MS);
      return;
    }
    session.goOnWith(watching);
  };
  setTimeout(() => void watch(), FIRST_MS);
}

/** @throws where the frames do not answer, or the tokens have been refreshed meanwhile */
async function watchedBy(
  watching: Keycloak,
  signedIn: SignedIn,
  issuer: string,
  settled: () => Promise<void>,
): Promise<Keycloak> {
  const { onLoad: _asksForASignIn, ...options } = LOGIN_OPTIONS;
  let taken: string | undefined;
  const given = {
    ...options,
    // Read when the first frame has answered: they may have been refreshed since.
    get token() {
      return signedIn.token as string;
    },
    get refreshToken() {
      taken = signedIn.refreshToken;
      return taken as string;
    },
    get idToken() {
      return signedIn.idToken as string;
    },
    timeSkew: signedIn.timeSkew ?? 0,
  };
  const start = withCallbackStorage(() => watching.init(given));
  await answered(start, { asking: watching, issuer, patient: true });
  // A refresh token may work once only.
  await settled();
  if (!taken || signedIn.refreshToken !== taken) throw new Error('refreshed or ended meanwhile');
  return watching;
}

/** Of an instance that is given up. */
function removeFrames(): void {
  for (const frame of document.querySelectorAll('iframe[title^="keycloak-"]')) frame.remove();
}
