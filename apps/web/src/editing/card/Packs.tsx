import { Table, UnstyledButton } from '@mantine/core';
import { comparePacks, type Review } from '@portal/list-view';
import { formatCents, formatPercent, formatTenths } from '@portal/rules';
import { useTranslation } from 'react-i18next';
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
      <Table verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('packs.pack')}</Table.Th>
            <Table.Th className={classes.end}>{t('packs.price')}</Table.Th>
            <Table.Th className={classes.end}>{t('packs.unitPrice')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {packs.map(({ row: each, price, unitPrice, dearerThan }) => (
            <Table.Tr key={each} aria-current={each === row || undefined}>
              <Table.Td>
                {each === row ? (
                  <strong>{t('packs.this', { content: content[each] })}</strong>
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
              </Table.Td>
              <Table.Td className={classes.end}>{price === null ? t('noPrice') : `${formatCents(price)} €`}</Table.Td>
              <Table.Td className={classes.end}>
                {unitPrice === null
                  ? '–'
                  : t(`packs.per.${unitPrice.per}`, { price: amount(unitPrice.cents, unitPrice.per === 'st') })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {packs.length === 1 && <p className={classes.quiet}>{t('packs.alone')}</p>}
    </>
  );
}

function amount(cents: number, isPiece: boolean): string {
  return isPiece && cents < 100 ? `${formatTenths(Math.round(cents * 10))} ct` : `${formatCents(Math.round(cents))} €`;
}
