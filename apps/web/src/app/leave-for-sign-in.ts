import { readMailLink } from '../features/mail-links/mail-link.ts';
import { withCallbackStorage } from '../auth/callback-storage.ts';
import { checkLoginConfig, LOGIN_OPTIONS, readConfig, storeConfig } from '../auth/login-config.ts';
import { clientOf, isAnswerOfProvider, isReachable, issuerOf } from '../auth/provider.ts';

/**
 * Rule 1.1.
 * @returns false where the application is needed
 */
export async function leaveForSignIn(currentLocation: Location = location): Promise<boolean> {
  if (isAnswerOfProvider(currentLocation) || readMailLink(currentLocation)) return false;
  try {
    const config = await readConfig();
    checkLoginConfig(config);
    // the browser's own error page would not say what to do
    if (!(await isReachable(issuerOf(config)))) return false;
    storeConfig(config);
    const keycloak = clientOf(config);
    // The session check would open provider pages in frames.
    const left = withCallbackStorage(() => keycloak.init({ ...LOGIN_OPTIONS, checkLoginIframe: false }));
    // Somebody comes 'back' to the page as it is now.
    addEventListener('pageshow', ({ persisted }) => persisted && currentLocation.reload());
    await left;
    return true;
  } catch {
    return false;
  }
}
