import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';

const Notifications = lazyPart(() => import('./Notifications.tsx'));

/** Milliseconds: after a first visit. */
const AHEAD_MS = 3_000;

/** Notifications shown before the code is loaded wait. */
export function LateNotifications() {
  const { notifications } = useNotifications();
  const [mounted, setMounted] = useState(false);
  if (notifications.length > 0 && !mounted) setMounted(true);
  useEffect(() => {
    const timer = setTimeout(Notifications.loadAhead, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{mounted && <Notifications position="bottom-right" />}</Suspense>;
}
