import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectReachable } from '../../api/connection-slice.ts';
import { useStableCallback } from '../../lib/use-stable.ts';

const MINUTE_MS = 60_000;
/** Minutes, after which a page that is looked at again renews its data. */
const OLD_MINUTES = 10;

/** Whole minutes since the data came by this clock, renewed as rule 21.7 says. */
export function useAge(since: number | undefined, onRefresh: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const isReachable = useSelector(selectReachable);
  const refresh = useStableCallback(onRefresh);
  const age = since === undefined ? 0 : Math.max(0, Math.floor((now - since) / MINUTE_MS));
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, MINUTE_MS / 4);
    const onSeen = () => {
      tick();
      if (!document.hidden && since !== undefined && Date.now() - since > OLD_MINUTES * MINUTE_MS) refresh();
    };
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [since, refresh]);
  const wasReachable = useRef(isReachable);
  useEffect(() => {
    if (isReachable && !wasReachable.current) refresh();
    wasReachable.current = isReachable;
  }, [isReachable, refresh]);
  return age;
}
