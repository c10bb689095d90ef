import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

/** For events only: stale while rendering. */
export function useStableCallback<Args extends unknown[], Result>(run: (...args: Args) => Result) {
  const latest = useRef(run);
  // Before the effects of what is drawn around it, which may call it.
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}

/** @param now always the same names */
export function useStableObject<T extends object>(now: T): T {
  // oxlint-disable-next-line react/exhaustive-deps -- its members are what counts
  return useMemo(() => now, Object.values(now));
}
