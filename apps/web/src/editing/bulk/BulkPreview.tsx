import type { ReviewTotals } from '@portal/list-view';
import { deviationPercent, formatCents, formatWholeDifference } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { ChangesTable } from '../parts/ChangesTable.tsx';
import { daysText } from '../days/days-text.ts';
import classes from './bulk.module.css';
import type { BulkPreview as Preview } from './preview-bulk.ts';

/** Rows of the table; more are counted. */
const SHOWN = 200;
/** Articles named for each reason to leave rows out. */
const NAMED = 3;

type Props = {
  /** A paste has no `again`. */
  preview: Omit<Preview, 'again'> & Partial<Pick<Preview, 'again'>>;
  columns: {
    readonly pzn: readonly string[];
    readonly name: readonly string[];
    readonly content: readonly (string | null)[];
  };
};

export function BulkPreview({ preview: { changes, same, leftOut, again, totals, breaking }, columns }: Props) {
  const { t } = useTranslation('bulk');
  const { t: editing } = useTranslation('editing');
  const largest = useMemo(() => {
    const size = ({ before, after }: { before: number; after: number }) =>
      Math.abs(deviationPercent(after, before) ?? 0);
    return changes.toSorted((a, b) => size(b) - size(a)).slice(0, SHOWN);
  }, [changes]);
  const broken = useMemo(() => new Set(breaking), [breaking]);
  const named = (rows: readonly number[]) =>
    rows
      .slice(0, NAMED)
      .map((row) => columns.name[row])
      .join(', ') + (rows.length > NAMED ? ' …' : '');
  return (
    <>
      <p className={classes.sum} role="status">
        <strong>{t('changes', { count: changes.length, number: formatCount(changes.length) })}</strong>
        {same > 0 && ` · ${t('same', { count: same, number: formatCount(same) })}`}
        {totals && changes.length > 0 && ` · ${worth(totals, t)}`}
        {breaking.length > 0 && ` · ${t('breaking', { count: breaking.length, number: formatCount(breaking.length) })}`}
      </p>
      {again && <AppliedAgain again={again} />}
      {leftOut.size > 0 && (
        <ul className={classes.left}>
          {[...leftOut].map(([why, rows]) => (
            <li key={why}>
              {t(`left.${why}`, { count: rows.length, number: formatCount(rows.length), names: named(rows) })}
            </li>
          ))}
        </ul>
      )}
      {largest.length > 0 && (
        <ChangesTable
          rows={largest.map(({ row, before, after, days }) => ({
            row,
            name: columns.name[row],
            content: columns.content[row],
            pzn: columns.pzn[row],
            before,
            after,
            days: daysText(days, editing),
            broken: broken.has(row),
          }))}
          texts={{
            label: t('table'),
            article: t('column.article'),
            before: t('column.before'),
            after: t('column.after'),
            change: t('column.change'),
            breaks: t('breaks'),
            none: '–',
            more: changes.length > SHOWN ? t('more', { shown: SHOWN }) : undefined,
          }}
        />
      )}
    </>
  );
}

/** Named, never refused. */
function AppliedAgain({ again: { lowered, raised, inPeriod } }: { again: Preview['again'] }) {
  const { t } = useTranslation('bulk');
  const moved = [['lowered', lowered] as const, ['raised', raised] as const].filter(([, rows]) => rows.length > 0);
  const [example] = [...lowered, ...raised].filter(({ base }) => base !== null);
  if (moved.length === 0) return null;
  return (
    <p className={classes.again} role="note">
      {moved
        .map(([way, rows], at) =>
          t(`again.${at === 0 ? way : 'raisedToo'}`, { count: rows.length, number: formatCount(rows.length) }),
        )
        .join(', ')}
      {t('again.from')}
      {example?.base != null &&
        t('again.example', { price: formatCents(example.price), base: formatCents(example.base) })}
      {'.'}
      {inPeriod > 0 && t('again.inPeriod', { count: inPeriod, number: formatCount(inPeriod) })}
    </p>
  );
}

function worth({ grossProfit }: ReviewTotals, t: ReturnType<typeof useTranslation<'bulk'>>['t']): string {
  if (grossProfit.rows === 0) return t('worthUnknown');
  return t('worth', {
    euros: formatWholeDifference(grossProfit.cents),
    rows: formatCount(grossProfit.rows),
    count: grossProfit.rows,
  });
}
