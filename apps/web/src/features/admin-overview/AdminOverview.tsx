import { Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { SnapshotHead } from '../../ui/SnapshotHead.tsx';
import { useGetAdminOverviewQuery } from './admin-overview-api.ts';
import classes from './admin-overview.module.css';
import { JobStates } from './JobStates.tsx';
import { Messages } from './Messages.tsx';
import { Packages } from './Packages.tsx';
import { StrayTills } from './StrayTills.tsx';

/** For staff; what is wrong first. */
export default function AdminOverview() {
  const { t } = useTranslation(['adminOverview', 'common']);
  usePageTitle(t('title'));
  const query = useGetAdminOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error } = query;
  return (
    <section className={classes.page}>
      <SnapshotHead
        query={query}
        failure={error && errorMessage(error)}
        texts={{ title: t('title'), refresh: t('refresh'), failed: t('failed') }}
        asOf={data && t('asOf', { time: formatInstant(data.at, 'dd.MM.yyyy HH:mm') })}
        classes={classes}
      >
        {data && (
          <>
            {data.openDeliveries > 0 && (
              <Link to="/admin/deliveries" className={classes.deliveries}>
                <IconAlertTriangle size={18} aria-hidden />
                {t('deliveries', { count: data.openDeliveries, number: formatCount(data.openDeliveries) })}
              </Link>
            )}
            <JobStates jobs={data.jobs} delivered={data.messages.length === 0} />
          </>
        )}
      </SnapshotHead>
      {data ? (
        <>
          {data.messages.length > 0 && <Messages messages={data.messages} total={data.messageTotal} />}
          <StrayTills />
          <Packages packages={data.packages} total={data.packageTotal} at={data.at} />
        </>
      ) : (
        !error && <Loading />
      )}
    </section>
  );
}

function Loading() {
  const { t } = useTranslation(['adminOverview', 'common']);
  return (
    <div role="status" aria-label={t('common:loading')} className={classes.loading}>
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} height={32} radius="sm" />
      ))}
    </div>
  );
}
