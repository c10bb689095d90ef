import { Alert, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { selectSession } from '../auth/session-slice.ts';
import { areDraftsStored } from '../lib/tab-drafts.ts';
import { tabSafe } from '../lib/safe-storage.ts';
import { hasUnsavedWork, watchUnsavedWork } from '../lib/unsaved-work.ts';
import classes from './SessionNotice.module.css';
import { signInAgain } from './sign-in-again.ts';
import type { PortalDispatch } from './store.ts';
import { useTabPastDialog } from './tab-past-dialog.ts';

/** When the page last went to the sign-in by itself, in ms. */
const LEFT_AT = 'leftForSignIn';
/** Milliseconds; a second loss would redirect without end. */
const MIN_SESSION_MS = 60_000;

/** With nothing to lose it leaves for the sign-in at once. */
export function SessionNotice() {
  const { lost } = useSelector(selectSession);
  return lost ? <LostSession /> : null;
}

type State = 'leavingAtOnce' | 'asking' | 'leaving' | 'unreachable';

function LostSession() {
  const { t } = useTranslation();
  const dispatch = useDispatch<PortalDispatch>();
  const unsaved = useSyncExternalStore(watchUnsavedWork, hasUnsavedWork);
  const [state, setState] = useState<State>(() => (mayLeaveAtOnce() ? 'leavingAtOnce' : 'asking'));
  const button = useRef<HTMLButtonElement>(null);
  useTabPastDialog(button);
  const leave = async () => {
    const left = await dispatch(signInAgain()).catch(() => false);
    if (!left) setState('unreachable');
  };
  useEffect(() => {
    if (state === 'leavingAtOnce') void leave();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the session has ended
  }, []);
  if (state === 'leavingAtOnce') return null;
  const stored = areDraftsStored();
  return (
    <Alert
      className={classes.notice}
      variant="outline"
      role="alert"
      title={t('session.lost')}
      icon={<IconLock aria-hidden />}
    >
      <p className={classes.text}>
        {state === 'unreachable' && `${t('session.unreachable')} `}
        {unsaved ? t(stored ? 'session.kept' : 'session.unkept') : t('session.plain')}
      </p>
      <Button
        ref={button}
        loading={state === 'leaving'}
        onClick={() => {
          setState('leaving');
          void leave();
        }}
      >
        {t(unsaved && !stored ? 'session.discard' : 'session.signIn')}
      </Button>
    </Alert>
  );
}

function mayLeaveAtOnce(): boolean {
  if (hasUnsavedWork() || document.querySelector('[role="dialog"]')) return false;
  const now = Date.now();
  if (now - Number(tabSafe.get(LEFT_AT) ?? 0) < MIN_SESSION_MS) return false;
  // if this cannot be remembered, it could repeat without end
  return tabSafe.set(LEFT_AT, String(now));
}
