import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useAccess } from '../auth/use-access.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';
import { Help } from './Help.tsx';
import { SIGN_OUT, SIGN_OUT_PATH } from './sign-out.ts';

/** Austrian customers have no access (rules 2.1 and 1.7). */
export function HomePage() {
  const { refusedCountry } = useAccess();
  return refusedCountry ? <NoAccess /> : <Navigate to="/admin" replace />;
}

function NoAccess() {
  const { t } = useTranslation();
  usePageTitle(t('error.country'));
  return (
    <MessagePage
      title={t('error.country')}
      text={<Help />}
      action={
        <Button variant="default" component={Link} to={SIGN_OUT_PATH} state={SIGN_OUT}>
          {t('error.otherUser')}
        </Button>
      }
    />
  );
}
