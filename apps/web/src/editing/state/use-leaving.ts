import { useState } from 'react';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';

/** @param store saves a draft; false where something of it is still to be done here */
export function useLeaving(unsaved: boolean, discard: () => void, store?: () => Promise<boolean>) {
  const blocker = useLeaveGuard(unsaved);
  const [isCancelling, setCancelling] = useState(false);
  const keep = () => {
    setCancelling(false);
    blocker.reset?.();
  };
  return {
    asks: isCancelling || blocker.state === 'blocked',
    /** Drops what was entered, after a question where there is something to lose. */
    cancel: () => (unsaved ? setCancelling(true) : discard()),
    keep,
    store:
      store &&
      (async () => {
        if (!(await store())) return keep();
        setCancelling(false);
        return blocker.proceed?.();
      }),
    discard: () => {
      setCancelling(false);
      discard();
      blocker.proceed?.();
    },
  };
}
