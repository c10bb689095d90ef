import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** While `active`, leaving the page inside the portal waits for an answer, and closing it makes the browser ask. */
export function useLeaveGuard(active: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [active]);
  return blocker;
}
