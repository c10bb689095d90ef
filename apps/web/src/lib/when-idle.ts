/** How long, in ms, a browser without idle moments (Safari) is left alone first. */
const LATER_MS = 1_000;
/** How long work may last there, in ms: half a frame. */
const TURN_MS = 8;

/**
 * Does something once the page is idle.
 * @param work gets how many ms are left of the idle moment whenever it asks
 * @returns takes it back, as long as it has not begun
 */
export function whenIdle(work: (timeRemaining: () => number) => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback((idle) => work(() => idle.timeRemaining()));
    return () => cancelIdleCallback(waiting);
  }
  const timer = setTimeout(() => {
    const until = performance.now() + TURN_MS;
    work(() => until - performance.now());
  }, LATER_MS);
  return () => clearTimeout(timer);
}
