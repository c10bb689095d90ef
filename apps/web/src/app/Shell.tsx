import { Alert, Button, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { errorMessage } from '../api/api-error.ts';
import { useGetConfigQuery } from '../features/users/users-api.ts';
import { EnvironmentBadge } from './EnvironmentBadge.tsx';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import { NavBar } from './NavBar.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { QuickJump } from './quick-jump/QuickJump.tsx';
import { SessionNotice } from './SessionNotice.tsx';
import classes from './Shell.module.css';
import { ToolsMenu } from './ToolsMenu.tsx';
import { useSignedInUser } from './use-signed-in-user.ts';
import { UserMenu } from './UserMenu.tsx';

/** Top bar, navigation, page and footer (rules 2.2 and 2.4). */
export function Shell() {
  const { t } = useTranslation();
  const { data: config } = useGetConfigQuery();
  const { userInfo, error, refetch } = useSignedInUser();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#inhalt">
        {t('shell.skip')}
      </a>
      <OfflineNotice />
      <SessionNotice />
      <header className={classes.header}>
        <Logo />
        {config && <EnvironmentBadge className={classes.badge} environment={config.environment} />}
        <NavBar />
        <div className={classes.tools}>{userInfo && <ToolsMenu user={userInfo} />}</div>
        <UserMenu user={userInfo} />
      </header>
      <main className={classes.main} id="inhalt" tabIndex={-1}>
        {error && !userInfo && (
          <Alert className={classes.alert} color="red" title={t('shell.userFailed')}>
            <p>{errorMessage(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </Alert>
        )}
        <Suspense fallback={<Loader className={classes.loader} aria-label={t('loading')} />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      {userInfo && <QuickJump />}
      <ScrollRestoration />
    </div>
  );
}
