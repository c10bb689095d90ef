import { Button, Skeleton } from '@mantine/core';
import type { OwnHistoryEntry } from '@portal/contracts';
import { PRODUCT_GROUPS, parseProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import classes from './history.module.css';
import { useGetOwnHistoryInfiniteQuery } from './history-api.ts';
import { OwnHistoryList } from './OwnHistoryList.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { Segments } from '../../ui/Segments.tsx';

const ALL = 'all';

/** What was changed in one's own pharmacy, newest first, with the way back from a save (rules 11.8 and 11.9). */
export default function OwnHistoryPage() {
  const { t } = useTranslation(['ownHistory', 'history', 'common']);
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const [filter, setFilter] = useState<string>(ALL);
  const [asked, setAsked] = useState<OwnHistoryEntry | null>(null);
  const productGroup = parseProductGroup(filter);
  const history = useGetOwnHistoryInfiniteQuery(
    { apoId, token, ...(productGroup ? { productGroup } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  usePageTitle(t('title'));
  const { currentData, error, hasNextPage, isFetchingNextPage } = history;
  const entries = currentData?.pages.flatMap((page) => page.entries);
  const groups = PRODUCT_GROUPS.map((group) => ({ value: group, label: t(`common:productGroup.${group}`) }));

  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      <div className={classes.tools}>
        <Segments
          label={t('history:filter.label')}
          value={filter}
          onChange={setFilter}
          choices={[{ value: ALL, label: t('history:filter.all') }, ...groups]}
        />
      </div>
      {entries?.length === 0 && (
        <p className={classes.empty}>{t(productGroup ? 'history:emptyGroup' : 'history:empty')}</p>
      )}
      {entries && entries.length > 0 && (
        <OwnHistoryList entries={entries} pharmacy={{ apoId, token }} onUndo={setAsked} />
      )}
      {!entries && !error && (
        <div role="status" aria-label={t('common:loading')} className={classes.loading}>
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} height={30} radius="sm" />
          ))}
        </div>
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
          {t('history:more')}
        </Button>
      )}
      {asked && (
        <UndoDialog
          entry={asked}
          pharmacy={{ apoId, token }}
          onDone={() => void history.refetch()}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
