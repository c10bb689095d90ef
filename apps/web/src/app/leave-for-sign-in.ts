import { readMailLink } from '../features/mail-links/mail-link.ts';
import { withCallbackStorage } from '../auth/callback-storage.ts';
import { checkLoginConfig, LOGIN_OPTIONS, readConfig, storeConfig } from '../auth/login-config.ts';
import { clientOf, isAnswerOfProvider, isReachable, issuerOf } from '../auth/provider.ts';

/**
 * Leaves for the sign-in page (rule 1.1) unless the address is an answer of it, or a mail's link.
 * @returns false where the application is needed: to sign in by that answer, or to say what went wrong, since it tries all of it again
 */
export async function leaveForSignIn(place: Location = location): Promise<boolean> {
  if (isAnswerOfProvider(place) || readMailLink(place)) return false;
  try {
    const config = await readConfig();
    checkLoginConfig(config);
    // the browser's own error page would not say what to do
    if (!(await isReachable(issuerOf(config)))) return false;
    storeConfig(config);
    const keycloak = clientOf(config);
    // Never asked on a page that is left: whether the session still stands. It would take other pages in frames.
    const left = withCallbackStorage(() => keycloak.init({ ...LOGIN_OPTIONS, checkLoginIframe: false }));
    // Somebody comes 'back' to the page as it is now.
    addEventListener('pageshow', ({ persisted }) => persisted && place.reload());
    await left;
    return true;
  } catch {
    return false;
  }
}
