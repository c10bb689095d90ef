import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useGetAdminOverviewQuery } from './admin-overview-api.ts';
import classes from './admin-overview.module.css';
import { JobStates } from './JobStates.tsx';
import { Messages } from './Messages.tsx';
import { Packages } from './Packages.tsx';

/** What waits in all pharmacies, what is wrong first: messages, jobs, then the open packages. For staff. */
export default function AdminOverview() {
  const { t } = useTranslation(['adminOverview', 'common']);
  usePageTitle(t('title'));
  const { data, error, isFetching, refetch } = useGetAdminOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className={classes.page}>
      <header className={classes.top}>
        <h1 className={classes.heading}>{t('title')}</h1>
        {data && (
          <span className={classes.quiet}>{t('asOf', { time: formatInstant(data.at, 'dd.MM.yyyy HH:mm') })}</span>
        )}
        <Button
          variant="default"
          size="compact-sm"
          className={classes.refresh}
          leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden />}
          loading={isFetching && data !== undefined}
          onClick={() => void refetch()}
        >
          {t('refresh')}
        </Button>
      </header>
      {error && (
        <LoadFailure
          title={t('failed')}
          message={errorMessage(error)}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <>
          <JobStates jobs={data.jobs} delivered={data.messages.length === 0} />
          {data.messages.length > 0 && <Messages messages={data.messages} total={data.messageTotal} />}
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
