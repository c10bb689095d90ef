import { draftsAreKept } from './tab-drafts.ts';
import { tabSafe } from './safe-storage.ts';
import { hasUnsavedWork, leaveWithoutAsking } from './unsaved-work.ts';

/** When this tab was last loaded anew for a missing file, in ms; public/start.js knows it by the same name. */
const RELOADED_AT = 'reloadedForNewVersion';
/** Set until it has been said that the page was loaded anew. */
const TELL_RELOAD = 'tellReload';
/** What is missing again within this time is missing in the new version too. */
const PATIENCE_MS = 60_000;

/** Whether the server answers at all: a reload without one would end on an error page of the browser. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/assets/i18n/de/common.json', { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false; // whatever kept it from answering
  }
}

/** Whether a reload would lose something unsaved. */
export function reloadWouldLose(): boolean {
  return hasUnsavedWork() && !draftsAreKept();
}

/**
 * Loads the page anew, once in a while, because a new version has taken the place of the one that is open. Edits come back
 * from the tab's drafts.
 * @param asked the user wants it, however recent the last one is
 * @returns false when the page stays: edits would be lost, or it was loaded anew just now
 */
export function reloadOnce(reload: () => void, asked = false): boolean {
  if (reloadWouldLose()) return false;
  const now = Date.now();
  if (!asked && now - Number(tabSafe.get(RELOADED_AT) ?? 0) < PATIENCE_MS) return false;
  // without a memory of it, it might go on for ever
  if (!tabSafe.set(RELOADED_AT, String(now)) && !asked) return false;
  tabSafe.set(TELL_RELOAD, '1');
  leaveWithoutAsking();
  reload();
  return true;
}

/** Whether the page has been loaded anew for a new version, which is to be said once. */
export function takeReloadNews(): boolean {
  const news = tabSafe.get(TELL_RELOAD) !== null;
  tabSafe.remove(TELL_RELOAD);
  return news;
}
