import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAccess } from '../auth/use-access.ts';
import { PharmacyListPage } from '../features/pharmacies/list/PharmacyListPage.tsx';
import classes from './AdminRoute.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const AdminOverview = lazyPart(() => import('../features/admin-overview/AdminOverview.tsx'));

/** The pharmacy list, and beside it for staff the overview, which is loaded only when it is opened. */
export function AdminRoute() {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const [parameters] = useSearchParams();
  if (!staff) return <PharmacyListPage />;
  const overview = parameters.get('view') === 'overview';
  return (
    <>
      <div role="group" className={classes.views} aria-label={t('adminViews.label')}>
        <Link to="/admin" className={classes.view} aria-current={overview ? undefined : 'page'}>
          {t('adminViews.pharmacies')}
        </Link>
        <Link to="/admin?view=overview" className={classes.view} aria-current={overview ? 'page' : undefined}>
          {t('adminViews.overview')}
        </Link>
      </div>
      {overview ? <AdminOverview /> : <PharmacyListPage />}
    </>
  );
}
