import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';
import { forgetOnLeaving, isSignOut, signOut } from './sign-out.ts';
import type { PortalDispatch } from './store.ts';

/** A page, so that unsaved edits are asked about first (rule 2.6). */
export function SignOutPage() {
  const { state } = useLocation();
  return isSignOut(state) ? <SigningOut /> : <Navigate to="/" replace />;
}

function SigningOut() {
  const { t } = useTranslation();
  const dispatch = useDispatch<PortalDispatch>();
  const [isUnreachable, setUnreachable] = useState(false);
  const leave = async () => {
    setUnreachable(false);
    const left = await dispatch(signOut()).catch(() => false);
    if (!left) setUnreachable(true);
  };
  useEffect(() => {
    void leave();
    return forgetOnLeaving();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page opens
  }, []);
  usePageTitle(t('signOut.title'));
  return isUnreachable ? (
    <MessagePage
      title={t('signOut.failed')}
      text={t('session.unreachable')}
      action={<Button onClick={() => void leave()}>{t('retry')}</Button>}
    />
  ) : (
    <MessagePage title={t('signOut.title')} />
  );
}
