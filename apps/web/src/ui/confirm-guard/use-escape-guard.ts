import { useEffect, useState } from 'react';
import { CONFIRM_GUARD_MS } from './use-confirm-guard.ts';

/** Whether Escape may close a message about a result: from the end of its guard on, `CONFIRM_GUARD_MS` after it is shown (rule 2.32). */
export function useEscapeGuard(isShown = true): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setOver(true), CONFIRM_GUARD_MS);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isShown]);
  return isOver;
}
