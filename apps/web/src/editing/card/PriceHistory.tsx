import { Alert, Button, Skeleton } from '@mantine/core';
import type { PriceHistoryRow } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { type Column, Table } from '../../ui/table/Table.tsx';
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
        {t('retry')}
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

type Row = PriceHistoryRow | NonNullable<PriceHistoryRow['former']>;
type TableProps = { entries: readonly PriceHistoryRow[]; narrow: boolean };

/** Narrow, two lines instead of six columns. */
function HistoryTable({ entries, narrow }: TableProps) {
  const { t } = useTranslation(['priceCard', 'editing']);
  const euros = (price: Cents | null) => (price === null ? '---' : `${formatCents(price)} €`);
  const typeOf = ({ priceType }: Pick<PriceHistoryRow, 'priceType'>) =>
    priceType === null ? '–' : t(`editing:type.${priceType}`);
  const eventOf = ({ event, reason }: PriceHistoryRow) => (
    <>
      {event}
      {reason && <div className={classes.reason}>{t('history.reason', { reason })}</div>}
    </>
  );
  const former = entries.at(-1)?.former;
  const dateOf = (row: Row) =>
    'createdAt' in row ? formatInstant(row.createdAt, 'dd.MM.yyyy HH:mm') : t('history.before');
  const wide: Column<Row>[] = [
    { key: 'date', head: t('history.date'), kind: 'short', cell: (row) => 'event' in row && dateOf(row) },
    { key: 'event', head: t('history.event'), cell: (row) => ('event' in row ? eventOf(row) : dateOf(row)) },
    { key: 'user', head: t('history.user'), cell: (row) => 'username' in row && row.username },
    { key: 'avp', head: t('history.avp'), kind: 'figure', cell: (row) => 'avp' in row && euros(row.avp) },
    { key: 'price', head: t('history.price'), kind: 'figure', cell: (row) => euros(row.effectivePrice) },
    { key: 'type', head: t('history.type'), cell: typeOf },
  ];
  const slim: Column<Row>[] = [
    {
      key: 'date',
      head: t('history.date'),
      cell: (row) => (
        <>
          {dateOf(row)}
          {'event' in row && (
            <div className={classes.reason}>
              {row.username}: {eventOf(row)}
            </div>
          )}
        </>
      ),
    },
    { key: 'avp', head: t('history.avp'), kind: 'figure', cell: (row) => 'avp' in row && euros(row.avp) },
    {
      key: 'price',
      head: t('history.price'),
      kind: 'figure',
      cell: (row) => (
        <>
          {euros(row.effectivePrice)}
          <div className={classes.reason}>{typeOf(row)}</div>
        </>
      ),
    },
  ];
  return (
    <Table
      columns={narrow ? slim : wide}
      rows={former ? [...entries, former] : entries}
      rowKey={(row) => ('event' in row ? `${row.createdAt} ${row.event} ${row.effectivePrice}` : 'former')}
      dense
    />
  );
}
