import { useState } from 'react';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';

/** @param store saves a draft; false where something of it is still to be done here */
export function useLeaving(unsaved: boolean, discard: () => void, store?: () => Promise<boolean>) {
  const blocker = useLeaveGuard(unsaved);
  const [asked, setAsked] = useState(false);
  const keep = () => {
    setAsked(false);
    blocker.reset?.();
  };
  return {
    asks: asked || blocker.state === 'blocked',
    /** Drops what was entered, after a question where there is something to lose. */
    cancel: () => (unsaved ? setAsked(true) : discard()),
    keep,
    store:
      store &&
      (async () => {
        if (!(await store())) return keep();
        setAsked(false);
        return blocker.proceed?.();
      }),
    discard: () => {
      setAsked(false);
      discard();
      blocker.proceed?.();
    },
  };
}
