import { Skeleton } from '@mantine/core';
import type { PharmacyListEntry } from '@portal/contracts';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { errorMessage, retryOf } from '../../../api/api-error.ts';
import { useAccess } from '../../../auth/use-access.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { useListPharmaciesQuery } from '../pharmacies-api.ts';
import { pharmacyPath } from '../pharmacy-path.ts';
import { NoPharmacies } from './NoPharmacies.tsx';
import { countPharmacies } from './count-pharmacies.ts';
import classes from './PharmacyListPage.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const PharmacyTable = lazyPart(() => import('./PharmacyTable.tsx'));

/** Seconds; shown at once, then refetched. */
const STALE_AFTER_S = 30;

/**
 * A single pharmacy is opened at once (rules 2.8 and 2.9).
 * @param props.actions of administrators
 */
export function PharmacyListPage({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const heading = t(staff ? 'pharmacyList.headingStaff' : 'pharmacyList.heading');
  usePageTitle(heading);
  const { data, error, refetch } = useListPharmaciesQuery(undefined, { refetchOnMountOrArgChange: STALE_AFTER_S });
  useEffect(() => {
    if (staff) PharmacyTable.loadAhead();
  }, [staff]);
  const only = !staff && data ? onlyPharmacy(data.pharmacies) : undefined;
  const target = only && pharmacyPath(only);
  if (target) return <Navigate to={target} replace />;
  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.heading}>{heading}</h1>
        {data && actions}
      </div>
      {data?.pharmacies.length === 0 ? (
        <NoPharmacies mayMake={Boolean(actions)} />
      ) : data ? (
        <Suspense fallback={<LoadingRows />}>
          <PharmacyTable entries={data.pharmacies} />
        </Suspense>
      ) : error ? (
        <LoadFailure
          title={t('pharmacyList.failed')}
          message={errorMessage(error)}
          retryLabel={t('retry')}
          onRetry={retryOf(error, () => void refetch())}
        />
      ) : (
        <LoadingRows />
      )}
    </section>
  );
}

function onlyPharmacy(entries: readonly PharmacyListEntry[]): PharmacyListEntry | undefined {
  return countPharmacies(entries) === 1 ? entries[0] : undefined;
}

function LoadingRows() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className={classes.loading}>
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} height={32} radius="sm" />
      ))}
    </div>
  );
}
