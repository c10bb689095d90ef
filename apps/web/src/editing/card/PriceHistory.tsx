import { Alert, Button, Modal, Skeleton, Table } from '@mantine/core';
import type { PriceHistoryRow } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import classes from './history.module.css';
import { PriceChart } from './PriceChart.tsx';
import { useGetPriceHistoryQuery } from './price-history-api.ts';

type Product = { readonly pzn: string; readonly name: string };
type Props = { pharmacyId: string; token: string; product: Product | null; onClose: () => void };

/** How the price of one product came to be (rule 4.18). */
export function PriceHistoryModal({ pharmacyId, token, product, onClose }: Props) {
  const { t } = useTranslation('priceList');
  return (
    <Modal
      opened={product !== null}
      onClose={onClose}
      size="xl"
      closeButtonProps={{ 'aria-label': t('close') }}
      title={product && `${t('history.title')}: ${product.name} (PZN ${product.pzn})`}
    >
      {product && <History apoId={pharmacyId} token={token} pzn={product.pzn} />}
    </Modal>
  );
}

function History(params: { apoId: string; token: string; pzn: string }) {
  const { t } = useTranslation(['priceList', 'editing']);
  const { currentData, error, isFetching, refetch } = useGetPriceHistoryQuery(
    { params },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !isFetching) {
    return (
      <Alert color="red" title={t('history.failed')}>
        <p className={classes.text}>{errorMessage(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {t('editing:retry')}
        </Button>
      </Alert>
    );
  }
  if (!currentData) return <Skeleton height={180} aria-label={t('editing:loading', { context: 'priceList' })} />;
  if (currentData.length === 0) return <p className={classes.empty}>{t('history.empty')}</p>;
  return (
    <>
      <PriceChart entries={currentData} />
      <HistoryTable entries={currentData} />
    </>
  );
}

function HistoryTable({ entries }: { entries: readonly PriceHistoryRow[] }) {
  const { t } = useTranslation(['priceList', 'editing']);
  const euros = (price: Cents | null) => (price === null ? '---' : `${formatCents(price)} €`);
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('history.date')}</Table.Th>
            <Table.Th>{t('history.event')}</Table.Th>
            <Table.Th>{t('history.user')}</Table.Th>
            <Table.Th className={classes.end}>{t('history.avp')}</Table.Th>
            <Table.Th className={classes.end}>{t('history.price')}</Table.Th>
            <Table.Th>{t('history.type')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={`${entry.createdAt} ${entry.event} ${entry.effectivePrice}`}>
              <Table.Td className={classes.nowrap}>{formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm')}</Table.Td>
              <Table.Td>
                {entry.event}
                {entry.reason && <div className={classes.reason}>{t('history.reason', { reason: entry.reason })}</div>}
              </Table.Td>
              <Table.Td>{entry.username}</Table.Td>
              <Table.Td className={classes.end}>{euros(entry.avp)}</Table.Td>
              <Table.Td className={classes.end}>{euros(entry.effectivePrice)}</Table.Td>
              <Table.Td>{entry.priceType === null ? '–' : t(`editing:type.${entry.priceType}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
