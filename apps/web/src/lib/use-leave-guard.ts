import { useEffect, useLayoutEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { holdUnsavedWork } from './unsaved-work.ts';

/** How many pages ask at the moment: one, or none. */
let asking = 0;

export function isLeaveDialogOpen(): boolean {
  return asking > 0;
}

export function useLeaveGuard(active: boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => (active ? holdUnsavedWork() : undefined), [active]);
  const isBlocked = blocker.state === 'blocked';
  useLayoutEffect(() => {
    if (!isBlocked) return undefined;
    asking += 1;
    return () => {
      asking -= 1;
    };
  }, [isBlocked]);
  return blocker;
}
