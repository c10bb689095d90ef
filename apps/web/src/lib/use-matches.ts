import { useCallback, useState, useSyncExternalStore } from 'react';

/** Whether a media query holds now; asked for once, since each new question makes the browser work its styles out. */
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
