import { useEffect } from 'react';

/**
 * Does work in pieces while the page is idle, and stops when `start` changes or the screen leaves. What a piece yields is not
 * used. Browsers without idle moments leave it to whoever needs its result.
 * @param start the same function as long as the work is the same
 */
export function useIdleWork(start: () => Iterator<unknown>): void {
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const work = start();
    const goOn = (idle: IdleDeadline) => {
      while (idle.timeRemaining() > 2) {
        if (work.next().done) return;
      }
      waiting = requestIdleCallback(goOn);
    };
    let waiting = requestIdleCallback(goOn);
    return () => cancelIdleCallback(waiting);
  }, [start]);
}
