/** How long, in ms, a browser without idle moments (Safari) is left alone first. */
const LATER_MS = 1_000;

/**
 * Does something once the page is idle.
 * @returns takes it back, as long as it has not begun
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(work);
    return () => cancelIdleCallback(waiting);
  }
  const timer = setTimeout(work, LATER_MS);
  return () => clearTimeout(timer);
}
