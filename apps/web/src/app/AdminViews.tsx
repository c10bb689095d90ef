import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import classes from './AdminViews.module.css';
import { QuickJumpButton } from './quick-jump/QuickJumpButton.tsx';

const VIEWS = [
  { name: 'pharmacies', to: '/admin' },
  { name: 'overview', to: '/admin?view=overview' },
  { name: 'pipeline', to: '/admin/pipeline' },
  { name: 'uploads', to: '/admin/uploads' },
  { name: 'deliveries', to: '/admin/deliveries' },
] as const;

/** The views of staff over all pharmacies. */
export function AdminViews() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const open = parameters.get('view') === 'overview' ? `${pathname}?view=overview` : pathname;
  return (
    <div className={classes.bar}>
      <div role="group" className={classes.views} aria-label={t('adminViews.label')}>
        {VIEWS.map(({ name, to }) => (
          <Link key={name} to={to} className={classes.view} aria-current={open === to ? 'page' : undefined}>
            {t(`adminViews.${name}`)}
          </Link>
        ))}
      </div>
      <div className={classes.search}>
        <QuickJumpButton label={t('quickJump.open')} />
      </div>
    </div>
  );
}
