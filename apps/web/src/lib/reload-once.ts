import { areDraftsStored } from './tab-drafts.ts';
import { tabSafe } from './safe-storage.ts';
import { hasUnsavedWork, leaveWithoutAsking } from './unsaved-work.ts';

/** Milliseconds; public/start.js uses the same key. */
const RELOADED_AT = 'reloadedForNewVersion';
/** Set until the user has been told that the page was loaded again. */
const TELL_RELOAD = 'tellReload';
/** A part missing again within this time is missing in the new version too. */
const RELOAD_INTERVAL_MS = 60_000;

/** Else the browser would show its error page. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/assets/i18n/de/common.json', { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false; // any reason why it did not answer
  }
}

/** Whether a reload would lose something unsaved. */
export function reloadWouldLose(): boolean {
  return hasUnsavedWork() && !areDraftsStored();
}

/**
 * For a new version; edits survive in drafts.
 * @param byUser where the user wants it
 * @returns false when the page stays
 */
export function reloadOnce(reload: () => void, byUser = false): boolean {
  if (reloadWouldLose()) return false;
  const now = Date.now();
  if (!byUser && now - Number(tabSafe.get(RELOADED_AT) ?? 0) < RELOAD_INTERVAL_MS) return false;
  // if this cannot be remembered, it could repeat without end
  if (!tabSafe.set(RELOADED_AT, String(now)) && !byUser) return false;
  tabSafe.set(TELL_RELOAD, '1');
  leaveWithoutAsking();
  reload();
  return true;
}

/** Whether the page was loaded again for a new version; true once. */
export function takeReloadNews(): boolean {
  const news = tabSafe.get(TELL_RELOAD) !== null;
  tabSafe.remove(TELL_RELOAD);
  return news;
}
