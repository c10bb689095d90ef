import { leaveWithoutAsking } from '../lib/unsaved-work.ts';
import { draftsAreKept } from '../lib/tab-drafts.ts';

/**
 * Lets the browser keep the page in its memory while somebody is elsewhere, and show it again at 'back' without loading it. Meanwhile
 * the session may have ended, or somebody else may sit at the computer: the page is kept invisible, and is loaded anew unless the
 * session still stands (ADR 29).
 * @param isAlive whether it does, asked at the provider
 */
export function guardRestoredPage(isAlive: () => Promise<boolean>, reload = (): void => location.reload()): void {
  const { style } = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) style.visibility = 'hidden';
  });
  const show = (alive: boolean) => {
    if (alive) {
      style.visibility = '';
      return;
    }
    // Unsaved edits are in the tab.
    if (draftsAreKept()) leaveWithoutAsking();
    reload();
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void isAlive().then(show, () => show(false));
  });
}
