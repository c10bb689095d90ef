import { UnstyledButton } from '@mantine/core';
import { comparePacks, type Review } from '@portal/list-view';
import { formatCents, formatPercent, formatTenths } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Table } from '../../ui/table/Table.tsx';
import classes from './card.module.css';

type Props = {
  review: Review;
  row: number;
  content: readonly (string | null)[];
  onOpen: (row: number) => void;
};

/** Rule 14.30. */
export function Packs({ review, row, content, onOpen }: Props) {
  const { t } = useTranslation('priceCard');
  const packs = comparePacks(review, row);
  if (!packs.some((pack) => pack.row === row)) {
    return <p className={classes.quiet}>{t('packs.unreadable', { content: content[row] || '–' })}</p>;
  }
  return (
    <>
      <Table
        columns={[
          {
            key: 'pack',
            head: t('packs.pack'),
            cell: ({ row: each, dearerThan }) => (
              <>
                {each === row ? (
                  <strong aria-current="true">{t('packs.this', { content: content[each] })}</strong>
                ) : (
                  <UnstyledButton className={classes.link} onClick={() => onOpen(each)}>
                    {t('packs.other', { content: content[each], pzn: review.columns.pzn[each] })}
                  </UnstyledButton>
                )}
                {dearerThan && (
                  <div className={classes.warning}>
                    {t('packs.dearer', {
                      percent: formatPercent(dearerThan.percent),
                      other: content[dearerThan.row],
                    })}
                  </div>
                )}
              </>
            ),
          },
          {
            key: 'price',
            head: t('packs.price'),
            kind: 'figure',
            cell: ({ price }) => (price === null ? t('noPrice') : `${formatCents(price)} €`),
          },
          {
            key: 'unitPrice',
            head: t('packs.unitPrice'),
            kind: 'figure',
            cell: ({ unitPrice }) =>
              unitPrice === null
                ? '–'
                : t(`packs.per.${unitPrice.per}`, { price: amount(unitPrice.cents, unitPrice.per === 'st') }),
          },
        ]}
        rows={packs}
        rowKey={({ row: each }) => each}
        dense
      />
      {packs.length === 1 && <p className={classes.quiet}>{t('packs.alone')}</p>}
    </>
  );
}

function amount(cents: number, isPiece: boolean): string {
  return isPiece && cents < 100 ? `${formatTenths(Math.round(cents * 10))} ct` : `${formatCents(Math.round(cents))} €`;
}
