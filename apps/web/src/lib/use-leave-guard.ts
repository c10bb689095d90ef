import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { holdUnsavedWork } from './unsaved-work.ts';

/** While `active`, leaving the page inside the portal waits for an answer, and closing it makes the browser ask. */
export function useLeaveGuard(active: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => (active ? holdUnsavedWork() : undefined), [active]);
  return blocker;
}
