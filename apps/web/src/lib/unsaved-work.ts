/** Screens that hold something unsaved at the moment. */
const holders = new Set<symbol>();
const watchers = new Set<() => void>();
/** While true the browser does not ask before the page is left. */
let leaving = false;

/** By then a page that is being left is gone; if it is still there, leaving has failed. */
const LEAVING_MS = 10_000;

/**
 * Makes the browser ask before the page is left, until the returned function is called.
 * @returns lets go
 */
export function holdUnsavedWork(): () => void {
  const holder = Symbol('unsaved');
  holders.add(holder);
  if (holders.size === 1) {
    leaving = false;
    addEventListener('beforeunload', ask);
  }
  tellWatchers();
  return () => {
    holders.delete(holder);
    if (holders.size === 0) removeEventListener('beforeunload', ask);
    tellWatchers();
  };
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher();
}

/** Calls back whenever `hasUnsavedWork` may have changed, until the returned function is called. */
export function watchUnsavedWork(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function ask(event: BeforeUnloadEvent): void {
  if (!leaving) event.preventDefault();
}

/** Whether leaving the page now could lose something. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** The page is left next, for a sign-in or a reload that brings the edits back: the browser need not ask. */
export function leaveWithoutAsking(): void {
  leaving = true;
  setTimeout(() => {
    leaving = false;
  }, LEAVING_MS);
}
