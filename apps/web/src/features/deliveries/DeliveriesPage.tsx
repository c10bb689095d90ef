import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { SnapshotHead } from '../../ui/SnapshotHead.tsx';
import classes from './deliveries.module.css';
import { useGetDeliveriesQuery } from './deliveries-api.ts';
import { DecideDialog, type Decision } from './DecideDialog.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { HeldProducts } from './HeldProducts.tsx';

const COLUMNS = ['state', 'delivery', 'doubts', 'arrivedAt', 'actions'] as const;

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
      {data && <HeldProducts held={data.held} />}
      {!data && !error && <Skeleton role="status" aria-label={t('common:loading')} height={240} radius="sm" />}
      {data?.deliveries.length === 0 && <p>{t('empty')}</p>}
      {data && data.deliveries.length > 0 && (
        <table className={classes.table} aria-label={t('table')}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onDecide={setDecision} />
            ))}
          </tbody>
        </table>
      )}
      {decision && <DecideDialog decision={decision} onClose={() => setDecision(null)} />}
    </section>
  );
}
