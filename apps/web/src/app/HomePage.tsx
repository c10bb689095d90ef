import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useAccess } from '../auth/use-access.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { MessagePage } from '../ui/MessagePage.tsx';

/** Austrian customers have no access (rules 2.1 and 1.7). */
export function HomePage() {
  const { refusedCountry } = useAccess();
  return refusedCountry ? <NoAccess /> : <Navigate to="/admin" replace />;
}

function NoAccess() {
  const { t } = useTranslation();
  usePageTitle(t('error.country'));
  return <MessagePage title={t('error.country')} />;
}
