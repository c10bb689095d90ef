/** How long, in ms, a browser without idle moments (Safari) is left alone first. */
const LATER_MS = 1_000;
/** How long work may last, in ms: half a frame. An idle moment may be six times that, in which nobody who touches the page is answered (ADR 81). */
const TURN_MS = 8;

/**
 * Does something once the page is idle.
 * @param work gets how many ms are left of the idle moment whenever it asks
 * @returns takes it back, as long as it has not begun
 */
export function whenIdle(work: (timeRemaining: () => number) => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback((idle) => {
      const left = turn();
      work(() => Math.min(left(), idle.timeRemaining()));
    });
    return () => cancelIdleCallback(waiting);
  }
  const timer = setTimeout(() => work(turn()), LATER_MS);
  return () => clearTimeout(timer);
}

/** Begins a turn. @returns how many ms are left of it */
function turn(): () => number {
  const until = performance.now() + TURN_MS;
  return () => until - performance.now();
}
