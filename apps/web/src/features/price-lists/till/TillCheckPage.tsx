import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../../api/api-error.ts';
import { formatInstant } from '../../../lib/format.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import screen from '../../../ui/screen/screen.module.css';
import { DoubtedInventories } from './DoubtedInventories.tsx';
import classes from './till-check.module.css';
import { useGetTillCheckQuery } from './till-check-api.ts';
import { type TillCheckSlots, TillCheckRows } from './TillCheckRows.tsx';
import { type ReadExport, TillExportForm } from './TillExportForm.tsx';

/** What the till has, and what is approved (rule 9.30). */
export default function TillCheckPage(slots: TillCheckSlots) {
  const { t } = useTranslation(['tillCheck', 'common']);
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const params = { apoId, token };
  const [account, setAccount] = useState<string | undefined>();
  const query = account === undefined ? {} : { till: account };
  const { currentData, error, refetch } = useGetTillCheckQuery({ params, query }, { refetchOnMountOrArgChange: true });
  const [asking, setAsking] = useState(false);
  const [read, setRead] = useState<ReadExport | null>(null);
  usePageTitle(t('title'));
  const done = (answer: ReadExport) => {
    setRead(answer);
    setAccount(undefined);
    setAsking(false);
  };
  const { check, rows = [], mirror = false, tills = [], doubted = [], leftOut = [] } = currentData ?? {};
  const nameOf = (till: { account: string; name: string | null }) =>
    till.account === 'files' ? t('files') : (till.name ?? t('unnamed'));
  return (
    <section className={screen.screen}>
      <header className={screen.title}>
        <h1 className={screen.heading}>{t('title')}</h1>
        {check && (
          <>
            <p className={screen.facts}>
              {t(check.source === 'till' ? 'takenByTill' : 'taken', {
                at: formatInstant(check.takenAt, 'dd.MM.yyyy HH:mm'),
                file: check.fileName,
                name: check.userName,
              })}
            </p>
            <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
              {t('again')}
            </Button>
          </>
        )}
      </header>
      {error && (
        <div className={screen.notice}>
          <LoadFailure
            title={t('loadFailed')}
            message={errorMessage(error)}
            retryLabel={t('common:retry')}
            onRetry={retryOf(error, () => void refetch())}
          />
        </div>
      )}
      {!error && !currentData && (
        <Skeleton className={classes.first ?? ''} height={240} role="status" aria-label={t('loading')} />
      )}
      <DoubtedInventories
        params={params}
        doubted={doubted}
        hasFormer={Boolean(check)}
        nameOf={tills.length > 1 ? nameOf : undefined}
      />
      {currentData && !check && (
        <div className={classes.first}>
          <p className={classes.info}>{t('info')}</p>
          <TillExportForm params={params} onRead={done} />
        </div>
      )}
      {tills.length > 1 && (
        <Segments
          className={classes.tills}
          label={t('tills')}
          value={account ?? tills[0]?.account ?? ''}
          onChange={setAccount}
          choices={tills.map((till) => ({ value: till.account, label: nameOf(till) }))}
        />
      )}
      {check && (
        <TillCheckRows
          key={`${account ?? ''}${check.takenAt}`}
          params={params}
          till={account}
          check={check}
          rows={rows}
          mirror={mirror}
          read={read}
          leftOut={leftOut}
          {...slots}
        />
      )}
      {asking && (
        <Dialog opened onClose={() => setAsking(false)} size="lg" title={t('again')}>
          <TillExportForm params={params} onRead={done} onClose={() => setAsking(false)} />
        </Dialog>
      )}
    </section>
  );
}
