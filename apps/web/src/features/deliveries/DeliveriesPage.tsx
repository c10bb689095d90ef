import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { SnapshotHead } from '../../ui/SnapshotHead.tsx';
import { Table } from '../../ui/table/Table.tsx';
import classes from './deliveries.module.css';
import { useGetDeliveriesQuery } from './deliveries-api.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import { Decided, Delivered, Doubts, StateTag } from './DeliveryCells.tsx';
import { WaitingProductsSection } from './WaitingProductsSection.tsx';

/** Rule 20.12. */
export default function DeliveriesPage() {
  const { t } = useTranslation(['deliveries', 'common']);
  usePageTitle(t('title'));
  const query = useGetDeliveriesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error } = query;
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <section className={classes.page}>
      <SnapshotHead
        query={query}
        failure={error && errorMessage(error)}
        texts={{ title: t('title'), refresh: t('refresh'), failed: t('failed') }}
        asOf={data && t('asOf', { time: formatInstant(data.at, 'dd.MM.yyyy HH:mm') })}
        classes={classes}
      />
      <p className={classes.quiet}>{t('info')}</p>
      {data && <WaitingProductsSection waiting={data.held} />}
      {!data && !error && <Skeleton role="status" aria-label={t('common:loading')} height={240} radius="sm" />}
      {data && (
        <Table
          label={t('table')}
          className={classes.table}
          columns={[
            {
              key: 'state',
              head: t('column.state'),
              kind: 'short',
              className: classes.state,
              cell: (delivery) => <StateTag delivery={delivery} />,
            },
            {
              key: 'delivery',
              head: t('column.delivery'),
              className: classes.delivery,
              cell: (delivery) => <Delivered delivery={delivery} />,
            },
            { key: 'doubts', head: t('column.doubts'), cell: (delivery) => <Doubts delivery={delivery} /> },
            {
              key: 'actions',
              head: t('column.actions'),
              className: classes.actions,
              cell: (delivery) => <Decided delivery={delivery} onDecide={setDecision} />,
            },
          ]}
          rows={data.deliveries}
          rowKey={({ id }) => id}
          empty={t('empty')}
          foldsBelow="48em"
        />
      )}
      {decision && <DecideDialog decision={decision} onClose={() => setDecision(null)} />}
    </section>
  );
}
