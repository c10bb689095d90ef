import { useEffect } from 'react';
import { whenIdle } from './scheduler.ts';

/**
 * Does work in pieces while the page is idle, and stops when `start` changes or the screen leaves. What a piece yields is not
 * used.
 * @param start the same function as long as the work is the same
 */
export function useIdleWork(start: () => Iterator<unknown>): void {
  useEffect(() => {
    const work = start();
    const goOn = (timeRemaining: () => number) => {
      while (timeRemaining() > 2) {
        if (work.next().done) return;
      }
      takeBack = whenIdle(goOn);
    };
    let takeBack = whenIdle(goOn);
    return () => takeBack();
  }, [start]);
}
