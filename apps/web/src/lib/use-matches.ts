import { useCallback, useState, useSyncExternalStore } from 'react';

/** Cached: each query makes the browser compute styles. */
export function useMatches(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
