import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

/**
 * A function that stays the same one and does what `run` does as it was drawn last. For events only: while something is drawn it
 * would still be the former one.
 */
export function useStableCallback<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run);
  // Before the effects of what is drawn around it, which may call it.
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}

/** The same object for as long as all of its members are the same. @param now always with the same names */
export function useStableObject<T extends object>(now: T): T {
  // oxlint-disable-next-line react/exhaustive-deps -- its members are what counts
  return useMemo(() => now, Object.values(now));
}
