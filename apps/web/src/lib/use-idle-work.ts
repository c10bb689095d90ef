import { useEffect } from 'react';
import { whenIdle } from './scheduler.ts';

/** @param start stable per work */
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
