import { Table } from '@mantine/core';
import { type ReferenceName, referencesOf, type Review } from '@portal/list-view';
import { type Cents, deviationPercent, formatCents, formatPercent } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import type { CardArticle } from './card-article.ts';
import { vatText } from './vat-text.ts';
import classes from './card.module.css';

type Props = Pick<CardArticle, 'model' | 'row' | 'sourceOf'> & { review: Review };
type Line = {
  name: ReferenceName | 'national';
  price: Cents | null;
  net: Cents | null;
  percent: number | null;
  doubtful?: boolean;
};

/** Rules 14.8 and 14.31. */
export function Figures({ review, model, row, sourceOf }: Props) {
  const { t } = useTranslation('priceCard');
  const { columns } = model;
  const lines: Line[] = referencesOf(review, row);
  if ('ravpNational' in columns) {
    const price = columns.ravpNational[row] ?? null;
    lines.push({ name: 'national', price, net: null, percent: deviationPercent(review.columns.after[row], price) });
  }
  const known = lines.filter(({ price }) => price !== null);
  const unknown = lines.filter(({ price }) => price === null);
  const vat = vatText(review.columns.vatPercent[row] ?? null, t);
  const notes = ({ name, price, net, doubtful }: Line) => {
    if (price === null) return [];
    const source = name === 'national' ? 'delivery' : sourceOf(name);
    return [
      ...(doubtful ? [t('figure.doubtful')] : []),
      ...(net === null ? [] : [t('figure.gross', { net: formatCents(net), vat })]),
      ...(source === null ? [] : [t(`figure.${source}`)]),
    ];
  };
  return (
    <>
      {known.length > 0 && (
        <Table verticalSpacing={4} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('figure.name')}</Table.Th>
              <Table.Th className={classes.end}>{t('figure.price')}</Table.Th>
              <Table.Th className={classes.end}>{t('figure.percent')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {known.map((line) => (
              <Table.Tr key={line.name}>
                <Table.Th scope="row">
                  {t(`figure.${line.name}`)}
                  <div className={classes.note}>{notes(line).join(' · ')}</div>
                </Table.Th>
                <Table.Td className={classes.end}>{line.price !== null && `${formatCents(line.price)} €`}</Table.Td>
                <Table.Td className={classes.end}>
                  {line.percent === null ? '–' : formatPercent(line.percent, { sign: true })}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {unknown.length > 0 && (
        <p className={classes.note}>
          {t('figure.missing', { figures: unknown.map(({ name }) => t(`figure.${name}`)).join(', ') })}
        </p>
      )}
    </>
  );
}
