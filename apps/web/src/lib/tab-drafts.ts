import { type SafeStorage, tabSafe } from './safe-storage.ts';
import { readStored, writeStored } from './storage.ts';

export type DraftKey = { readonly owner: string; readonly subject: string };

const PREFIX = 'unsavedEdits:';

function keyOf({ owner, subject }: DraftKey): string {
  return `${prefixOf(owner)}${subject}`;
}

/** A subject may hold colons itself. */
function prefixOf(owner: string): string {
  return `${PREFIX}${encodeURIComponent(owner)}:`;
}

/** Drafts that the browser had no room for: leaving the page would lose them. */
const unstored = new Set<string>();

/** Milliseconds; writing costs as much as drawing a key. */
const WRITE_DELAY_MS = 500;
/** Drafts that will be written soon, by their name in the storage. */
const pending = new Map<string, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function areDraftsStored(): boolean {
  storePendingDrafts();
  return unstored.size === 0;
}

/** What is stored as a draft, in whatever form; undefined where there is none. */
export function storedDraft(key: DraftKey, storage: SafeStorage = tabSafe): unknown {
  storePendingDrafts();
  return readStored(keyOf(key), storage);
}

/** Without room none is stored: an older draft would be wrong. */
export function storeDraft(key: DraftKey, draft: object | undefined, storage: SafeStorage = tabSafe): void {
  const name = keyOf(key);
  pending.delete(name);
  if (writeStored(name, draft, storage)) unstored.delete(name);
  else unstored.add(name);
}

/** Within half a second, or when the page is left. */
export function storeDraftSoon(key: DraftKey, store: () => void): void {
  pending.set(keyOf(key), store);
  timer ??= setTimeout(storePendingDrafts, WRITE_DELAY_MS);
}

/** Writes at once what would be written soon. */
export function storePendingDrafts(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const store of pending.values()) store();
  pending.clear();
}

addEventListener('pagehide', storePendingDrafts);
// a phone may end a hidden page without a word
document.addEventListener('visibilitychange', storePendingDrafts);

/** Removes every draft of this tab, as a deliberate sign-out wants it. */
export function removeDrafts(storage: SafeStorage = tabSafe): void {
  removeDraftsWhere(() => true, storage);
}

/** @returns how many */
export function removeDraftsOfOthers(owner: string, storage: SafeStorage = tabSafe): number {
  return removeDraftsWhere((key) => !key.startsWith(prefixOf(owner)), storage);
}

function removeDraftsWhere(leaves: (key: string) => boolean, storage: SafeStorage): number {
  storePendingDrafts();
  const keys = storage.keys().filter((key) => key.startsWith(PREFIX) && leaves(key));
  for (const key of keys) {
    storage.remove(key);
    unstored.delete(key);
  }
  return keys.length;
}
