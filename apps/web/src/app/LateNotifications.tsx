import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';

const Notifications = lazyPart(() => import('./Notifications.tsx'));

/** From when on, in ms, their code may come: a first visit is over by then, and a save has hardly been answered. */
const AHEAD_MS = 3_000;

/** Shows notifications; their code is not part of what a first visit waits for, and those shown before it is there wait for it. */
export function LateNotifications() {
  const { notifications } = useNotifications();
  const [asked, setAsked] = useState(false);
  if (notifications.length > 0 && !asked) setAsked(true);
  useEffect(() => {
    const timer = setTimeout(Notifications.loadAhead, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{asked && <Notifications position="bottom-right" />}</Suspense>;
}
