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
  const sourceOfLine = ({ name }: Line) => (name === 'national' ? 'delivery' : sourceOf(name));
  const usual = mostOf(known.map(sourceOfLine));
  const notes = (line: Line) => {
    const { price, net, doubtful } = line;
    if (price === null) return [];
    const source = sourceOfLine(line) === usual ? null : sourceOfLine(line);
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
              head: usual === null ? t('figure.name') : `${t('figure.name')} ${t(`figure.${usual}`)}`,
              kind: 'name',
              cell: (line) => (
                <>
                  {t(`figure.${line.name}`)}
                  {notes(line).length > 0 && <div className={classes.note}>{notes(line).join(' · ')}</div>}
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

/** What stands more than once, and most often; else null. */
function mostOf<T>(values: readonly (T | null)[]): T | null {
  const counts = Map.groupBy(
    values.filter((value) => value !== null),
    (value) => value,
  );
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most && most[1].length > 1 ? most[0] : null;
}
