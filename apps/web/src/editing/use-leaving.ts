import { useState } from 'react';
import { useLeaveGuard } from '../lib/use-leave-guard.ts';

export function useLeaving(unsaved: boolean, discard: () => void) {
  const blocker = useLeaveGuard(unsaved);
  const [asked, setAsked] = useState(false);
  return {
    asks: asked || blocker.state === 'blocked',
    /** Drops what was entered, after a question where there is something to lose. */
    cancel: () => (unsaved ? setAsked(true) : discard()),
    keep: () => {
      setAsked(false);
      blocker.reset?.();
    },
    discard: () => {
      setAsked(false);
      discard();
      blocker.proceed?.();
    },
  };
}
