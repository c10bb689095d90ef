/** Screens that hold something unsaved at the moment. */
const holders = new Set<symbol>();
const watchers = new Set<() => void>();
/** While true the browser does not ask before the page is left. */
let leaving = false;

/** Milliseconds; then leaving has failed. */
const LEAVING_MS = 10_000;

/** @returns releases it */
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

/** For a sign-in or reload that restores the edits. */
export function leaveWithoutAsking(): void {
  leaving = true;
  setTimeout(() => {
    leaving = false;
  }, LEAVING_MS);
}
