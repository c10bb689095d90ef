import { parseProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { ALL_GROUPS, GroupFilter, HistoryEnd } from './HistoryParts.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import classes from './history.module.css';
import { useGetHistoryInfiniteQuery } from './history-api.ts';

/** All writes of a pharmacy, newest first (rule 11.3); more pages on demand. */
export default function HistoryPage() {
  const { t } = useTranslation('history');
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const [filter, setFilter] = useState<string>(ALL_GROUPS);
  const productGroup = parseProductGroup(filter);
  const history = useGetHistoryInfiniteQuery(
    { apoId, token, ...(productGroup ? { productGroup } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  usePageTitle(t('title'));
  const { data, currentData, hasNextPage } = history;
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
        <GroupFilter value={filter} onChange={setFilter} />
        {shown && <output className={classes.count}>{t(hasNextPage ? 'shownMore' : 'shown', shown)}</output>}
      </div>
      {entries && pharmacy && (
        <HistoryTable entries={entries} pharmacy={pharmacy} empty={t(productGroup ? 'emptyGroup' : 'empty')} />
      )}
      <HistoryEnd history={history} loaded={entries !== undefined} failed={t('failed')} />
    </section>
  );
}
