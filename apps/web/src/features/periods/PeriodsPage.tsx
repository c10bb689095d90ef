import { Skeleton } from '@mantine/core';
import type { PricePeriod } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EndDialog } from './EndDialog.tsx';
import classes from './periods.module.css';
import { useGetPricePeriodsQuery } from './periods-api.ts';
import { PeriodTable } from './PeriodTable.tsx';

const STATES = ['running', 'coming', 'ended'] as const;

/** Prices that begin and end (rule 17.9). */
export default function PeriodsPage() {
  const { t } = useTranslation(['periods', 'common']);
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const params = { pharmacyId, token };
  const { currentData, error, refetch } = useGetPricePeriodsQuery(
    { params, query: {} },
    { refetchOnMountOrArgChange: true },
  );
  const [state, setState] = useState<(typeof STATES)[number] | null>(null);
  const [toEnd, setToEnd] = useState<readonly PricePeriod[] | null>(null);
  usePageTitle(t('title'));
  if (error) {
    return (
      <section className={classes.page}>
        <LoadFailure
          title={t('failed')}
          message={errorMessage(error)}
          retryLabel={t('common:retry')}
          onRetry={retryOf(error, () => void refetch())}
        />
      </section>
    );
  }
  const periods = currentData?.periods ?? [];
  const of = (wanted: PricePeriod['state']) => periods.filter((period) => period.state === wanted);
  const first = STATES.find((each) => of(each).length > 0) ?? 'running';
  const chosen = state ?? first;
  const rows = of(chosen).toSorted(byDay(chosen));
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      {!currentData ? (
        <Skeleton height={240} role="status" aria-label={t('loading')} />
      ) : (
        <>
          <Segments
            label={t('which')}
            value={chosen}
            onChange={setState}
            choices={STATES.map((value) => ({
              value,
              label: t(`state.${value}`, { number: currentData.counts[value].toLocaleString('de-DE') }),
            }))}
          />
          <PeriodTable
            key={chosen}
            rows={rows}
            today={currentData.today}
            listPath={`/p/${pharmacyId}/${token}/pricelist`}
            empty={t(`empty.${chosen}`)}
            onEnd={(period) => setToEnd([period])}
          />
        </>
      )}
      {toEnd && (
        <EndDialog
          periods={toEnd}
          params={params}
          onDone={() => {
            setToEnd(null);
            void refetch();
          }}
          onClose={() => setToEnd(null)}
        />
      )}
    </section>
  );
}

/** What comes next is first, what ended last too. */
function byDay(state: PricePeriod['state']) {
  const keyOf = ({ validFrom, validTo, endedAt }: PricePeriod) =>
    state === 'running' ? (validTo ?? '') : state === 'coming' ? validFrom : (endedAt ?? '');
  return (one: PricePeriod, other: PricePeriod) => {
    const [a, b] = state === 'ended' ? [keyOf(other), keyOf(one)] : [keyOf(one), keyOf(other)];
    return a < b ? -1 : a > b ? 1 : one.name.localeCompare(other.name, 'de');
  };
}
