import { Alert, Button, Skeleton, Table } from '@mantine/core';
import type { PriceHistoryRow } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import classes from './history.module.css';
import { PriceChart } from './PriceChart.tsx';
import type { CardArticle } from './card-article.ts';
import { useGetChangesKeptQuery, type useGetPriceHistoryQuery } from './price-history-api.ts';

type Props = Pick<CardArticle, 'params' | 'compact'> & { query: HistoryQuery };

/** How the price of one product came to be (rule 4.18). */
export function PriceHistory({ query, params, compact }: Props) {
  const { t } = useTranslation('priceCard');
  const { currentData, error, isFetching, refetch } = query;
  if (error && !isFetching) return <Failed error={error} retry={refetch} />;
  if (!currentData) return <Skeleton height={180} role="status" aria-label={t('loading')} />;
  if (currentData.length === 0) return <NoChanges params={params} />;
  const keptSince = currentData.at(-1)?.keptSince;
  return (
    <>
      <PriceChart entries={currentData} />
      <HistoryTable entries={currentData} narrow={compact} />
      {keptSince && (
        <p className={classes.empty}>{t('history.keptSince', { day: formatInstant(keptSince, 'dd.MM.yyyy') })}</p>
      )}
    </>
  );
}

type HistoryQuery = ReturnType<typeof useGetPriceHistoryQuery>;

function Failed({ error, retry }: { error: NonNullable<HistoryQuery['error']>; retry: () => unknown }) {
  const { t } = useTranslation(['priceCard', 'editing']);
  return (
    <Alert color="red" title={t('history.failed')}>
      <p className={classes.text}>{errorMessage(error)}</p>
      <Button variant="default" onClick={() => void retry()}>
        {t('editing:retry')}
      </Button>
    </Alert>
  );
}

function NoChanges({ params: { apoId, token } }: Pick<CardArticle, 'params'>) {
  const { t } = useTranslation('priceCard');
  const { currentData, error, isFetching, refetch } = useGetChangesKeptQuery({ params: { apoId, token } });
  if (error && !isFetching) return <Failed error={error} retry={refetch} />;
  if (!currentData) return <Skeleton height={180} role="status" aria-label={t('loading')} />;
  const { keptSince } = currentData;
  return (
    <p className={classes.empty}>
      {keptSince === null
        ? t('history.empty')
        : t('history.emptySince', { day: formatInstant(keptSince, 'dd.MM.yyyy') })}
    </p>
  );
}

type TableProps = { entries: readonly PriceHistoryRow[]; narrow: boolean };

/** Narrow, two lines instead of six columns. */
function HistoryTable({ entries, narrow }: TableProps) {
  const { t } = useTranslation(['priceCard', 'editing']);
  const euros = (price: Cents | null) => (price === null ? '---' : `${formatCents(price)} €`);
  const former = entries.at(-1)?.former;
  const typeOf = ({ priceType }: Pick<PriceHistoryRow, 'priceType'>) =>
    priceType === null ? '–' : t(`editing:type.${priceType}`);
  const eventOf = ({ event, reason }: PriceHistoryRow) => (
    <>
      {event}
      {reason && <div className={classes.reason}>{t('history.reason', { reason })}</div>}
    </>
  );
  return (
    <Table verticalSpacing="xs" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('history.date')}</Table.Th>
          {!narrow && <Table.Th>{t('history.event')}</Table.Th>}
          {!narrow && <Table.Th>{t('history.user')}</Table.Th>}
          <Table.Th className={classes.end}>{t('history.avp')}</Table.Th>
          <Table.Th className={classes.end}>{t('history.price')}</Table.Th>
          {!narrow && <Table.Th>{t('history.type')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={`${entry.createdAt} ${entry.event} ${entry.effectivePrice}`}>
            <Table.Td className={narrow ? undefined : classes.nowrap}>
              {formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm')}
              {narrow && (
                <div className={classes.reason}>
                  {entry.username}: {eventOf(entry)}
                </div>
              )}
            </Table.Td>
            {!narrow && <Table.Td>{eventOf(entry)}</Table.Td>}
            {!narrow && <Table.Td>{entry.username}</Table.Td>}
            <Table.Td className={classes.end}>{euros(entry.avp)}</Table.Td>
            <Table.Td className={classes.end}>
              {euros(entry.effectivePrice)}
              {narrow && <div className={classes.reason}>{typeOf(entry)}</div>}
            </Table.Td>
            {!narrow && <Table.Td>{typeOf(entry)}</Table.Td>}
          </Table.Tr>
        ))}
        {former && (
          <Table.Tr>
            <Table.Td colSpan={narrow ? 2 : 4}>{t('history.before')}</Table.Td>
            <Table.Td className={classes.end}>
              {euros(former.effectivePrice)}
              {narrow && <div className={classes.reason}>{typeOf(former)}</div>}
            </Table.Td>
            {!narrow && <Table.Td>{typeOf(former)}</Table.Td>}
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}
