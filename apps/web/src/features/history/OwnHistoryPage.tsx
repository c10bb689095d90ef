import type { OwnHistoryEntry } from '@portal/contracts';
import { parseProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import classes from './history.module.css';
import { useGetOwnHistoryInfiniteQuery } from './history-api.ts';
import { ALL_GROUPS, GroupFilter, HistoryEnd } from './HistoryParts.tsx';
import { OwnHistoryList } from './OwnHistoryList.tsx';
import { UndoDialog } from './UndoDialog.tsx';

/** Rules 11.8 and 11.9. */
export default function OwnHistoryPage() {
  const { t } = useTranslation(['ownHistory', 'history']);
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const [filter, setFilter] = useState<string>(ALL_GROUPS);
  const [toUndo, setToUndo] = useState<OwnHistoryEntry | null>(null);
  const productGroup = parseProductGroup(filter);
  const history = useGetOwnHistoryInfiniteQuery(
    { apoId, token, ...(productGroup ? { productGroup } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  usePageTitle(t('title'));
  const entries = history.currentData?.pages.flatMap((page) => page.entries);

  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      <div className={classes.tools}>
        <GroupFilter value={filter} onChange={setFilter} />
      </div>
      {entries && (
        <OwnHistoryList
          entries={entries}
          pharmacy={{ apoId, token }}
          empty={t(productGroup ? 'history:emptyGroup' : 'history:empty')}
          onUndo={setToUndo}
        />
      )}
      <HistoryEnd history={history} loaded={entries !== undefined} failed={t('failed')} />
      {toUndo && (
        <UndoDialog
          entry={toUndo}
          pharmacy={{ apoId, token }}
          onDone={() => void history.refetch()}
          onClose={() => setToUndo(null)}
        />
      )}
    </section>
  );
}
