import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { connectionSeen, selectConnection } from '../api/connection-slice.ts';
import { serverAnswers } from '../lib/reload-once.ts';
import { areDraftsStored } from '../lib/tab-drafts.ts';
import { hasUnsavedWork, watchUnsavedWork } from '../lib/unsaved-work.ts';
import classes from './OfflineNotice.module.css';

/** How often, in ms, it is asked whether the server is there again. */
const ASK_MS = 5_000;

/** Rule 2.29. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine);
  const connection = useSelector(selectConnection);
  const unsaved = useSyncExternalStore(watchUnsavedWork, hasUnsavedWork);
  const dispatch = useDispatch();
  useEffect(() => {
    if (!online || connection === 'there') return undefined;
    const timer = setInterval(
      () => void serverAnswers().then((answers) => answers && dispatch(connectionSeen('there'))),
      ASK_MS,
    );
    return () => clearInterval(timer);
  }, [online, connection, dispatch]);
  if (online && connection === 'there') return null;
  const title = online && connection === 'disturbed' ? 'disturbed' : 'silent';
  const draftState = unsaved ? (areDraftsStored() ? 'kept' : 'unkept') : 'plain';
  return (
    <Alert
      className={classes.notice}
      color="orange"
      role="alert"
      icon={<IconWifiOff aria-hidden />}
      title={t(`offline.title.${title}`)}
    >
      {t(`offline.${draftState}`)}
    </Alert>
  );
}

function watchOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
