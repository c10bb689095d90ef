import { leaveWithoutAsking } from '../lib/unsaved-work.ts';
import { areDraftsStored } from '../lib/tab-drafts.ts';

/** For the back/forward cache: hidden and reloaded unless the session still stands (ADR 29). */
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
    if (areDraftsStored()) leaveWithoutAsking();
    reload();
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void isAlive().then(show, () => show(false));
  });
}
