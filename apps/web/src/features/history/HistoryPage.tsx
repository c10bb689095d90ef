import { Button, Skeleton } from '@mantine/core';
import { PRODUCT_GROUPS, parseProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import classes from './history.module.css';
import { useGetHistoryInfiniteQuery } from './history-api.ts';
import { Segments } from '../../ui/Segments.tsx';

const ALL = 'all';

/** All writes of a pharmacy, newest first (rule 11.3); more pages on demand. */
export default function HistoryPage() {
  const { t } = useTranslation(['history', 'common']);
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const [filter, setFilter] = useState<string>(ALL);
  const productGroup = parseProductGroup(filter);
  const history = useGetHistoryInfiniteQuery(
    { apoId, token, ...(productGroup ? { productGroup } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  usePageTitle(t('title'));
  const { data, currentData, error, hasNextPage, isFetchingNextPage } = history;
  const entries = currentData?.pages.flatMap((page) => page.history);
  // The pharmacy is the same whatever the filter.
  const pharmacy = data?.pages[0]?.pharmacy;
  const shown = entries && { count: entries.length, formatted: formatCount(entries.length) };

  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      {pharmacy && <HistoryCard pharmacy={pharmacy} />}
      <div className={classes.tools}>
        <Segments
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          choices={[
            { value: ALL, label: t('filter.all') },
            ...PRODUCT_GROUPS.map((group) => ({ value: group, label: t(`common:productGroup.${group}`) })),
          ]}
        />
        {shown && <output className={classes.count}>{t(hasNextPage ? 'shownMore' : 'shown', shown)}</output>}
      </div>
      {entries && pharmacy ? (
        entries.length === 0 ? (
          <p className={classes.empty}>{t(productGroup ? 'emptyGroup' : 'empty')}</p>
        ) : (
          <HistoryTable entries={entries} pharmacy={pharmacy} />
        )
      ) : (
        !error && <Loading />
      )}
      {error && (
        <LoadFailure
          title={t('failed')}
          message={errorMessage(error)}
          retryLabel={t('common:retry')}
          onRetry={() => void (entries ? history.fetchNextPage() : history.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </section>
  );
}

function Loading() {
  const { t } = useTranslation(['history', 'common']);
  return (
    <div role="status" aria-label={t('common:loading')} className={classes.loading}>
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} height={30} radius="sm" />
      ))}
    </div>
  );
}
