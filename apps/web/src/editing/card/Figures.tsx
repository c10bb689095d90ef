import { type ReferenceName, referencesOf, type Review } from '@portal/list-view';
import { type Cents, deviationPercent, formatCents, formatPercent } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Table } from '../../ui/table/Table.tsx';
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
        <Table
          columns={[
            {
              key: 'name',
              head: t('figure.name'),
              kind: 'name',
              cell: (line) => (
                <>
                  {t(`figure.${line.name}`)}
                  <div className={classes.note}>{notes(line).join(' · ')}</div>
                </>
              ),
            },
            {
              key: 'price',
              head: t('figure.price'),
              kind: 'figure',
              cell: ({ price }) => price !== null && `${formatCents(price)} €`,
            },
            {
              key: 'percent',
              head: t('figure.percent'),
              kind: 'figure',
              cell: ({ percent }) => (percent === null ? '–' : formatPercent(percent, { sign: true })),
            },
          ]}
          rows={known}
          rowKey={({ name }) => name}
          dense
        />
      )}
      {unknown.length > 0 && (
        <p className={classes.note}>
          {t('figure.missing', { figures: unknown.map(({ name }) => t(`figure.${name}`)).join(', ') })}
        </p>
      )}
    </>
  );
}
