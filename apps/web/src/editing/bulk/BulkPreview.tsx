import type { ReviewTotals } from '@portal/list-view';
import { formatDifference, deviationPercent, formatCents, formatPercent } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './bulk.module.css';
import type { BulkPreview as Preview } from './preview-bulk.ts';

/** Rows of the table; more are counted. */
const SHOWN = 200;
/** Articles named for each reason to leave rows out. */
const NAMED = 3;

type Props = {
  preview: Preview;
  columns: { readonly pzn: readonly string[]; readonly name: readonly string[] };
};

/** What a bulk rule would do: counted, worth in euros, what it leaves out and why, and the largest changes. */
export function BulkPreview({ preview: { changes, same, leftOut, totals, breaking }, columns }: Props) {
  const { t } = useTranslation('bulk');
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
        // scrolled by keyboard too
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('table')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('column.article')}</th>
                <th scope="col">{t('column.before')}</th>
                <th scope="col">{t('column.after')}</th>
                <th scope="col">{t('column.change')}</th>
              </tr>
            </thead>
            <tbody>
              {largest.map(({ row, before, after }) => (
                <tr key={row} data-broken={broken.has(row) || undefined}>
                  <td>
                    {columns.name[row]} <span className={classes.pzn}>{columns.pzn[row]}</span>
                    {broken.has(row) && <span className={classes.broken}> {t('breaks')}</span>}
                  </td>
                  <td>{formatCents(before)}</td>
                  <td>{formatCents(after)}</td>
                  <td>{formatPercent(deviationPercent(after, before) ?? 0, { sign: true })}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {changes.length > SHOWN && <p className={classes.sum}>{t('more', { shown: SHOWN })}</p>}
        </div>
      )}
    </>
  );
}

function worth({ grossProfit }: ReviewTotals, t: ReturnType<typeof useTranslation<'bulk'>>['t']): string {
  if (grossProfit.rows === 0) return t('worthUnknown');
  return t('worth', { euros: formatDifference(grossProfit.cents), rows: formatCount(grossProfit.rows) });
}
