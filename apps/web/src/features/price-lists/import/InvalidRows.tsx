import { type ImportResult, type PriceListModel, rowOfPzn } from '@portal/list-view';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';
import type { ReadImport } from './import-api.ts';
import { issueCell } from './issue-cell.ts';
import { OutcomeHead } from './OutcomeHead.tsx';

type InvalidRow = { readonly line: number; readonly pzn: string | null; readonly message: string };
type Props = { model: PriceListModel; rows: readonly InvalidRow[]; total: number; preview?: boolean };

/** Rows that are left out, by line and article (rule 5.7). */
export function InvalidRows({ model, rows, total, preview = false }: Props) {
  const { t } = useTranslation('priceListImport');
  const title = t('outcome.faulty');
  const lines = rows.map(({ line, pzn, message }) => {
    if (pzn === null) return t('faulty.line', { line, message });
    const name = nameOf(model, pzn);
    return name === ''
      ? t('faulty.linePzn', { line, pzn, message })
      : t('faulty.lineName', { line, pzn, name, message });
  });
  return (
    <section className={classes.outcome} data-outcome="faulty" aria-label={title}>
      <OutcomeHead title={title} count={total} copied={() => lines.join('\n')} />
      <p className={classes.outcomeText}>{t(preview ? 'text.wouldBeLeftOut' : 'text.faulty')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too */}
      <div className={classes.invalidRows} role="group" tabIndex={0} aria-label={t('outcome.list', { title })}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          <div key={at}>{line}</div>
        ))}
        {total > rows.length && <div>{t('faulty.more', { number: formatCount(total - rows.length) })}</div>}
      </div>
    </section>
  );
}

/** What the file has wrong, and what the list cannot take, in the order of the file. */
export function invalidRowsOf(
  { faulty }: Pick<ReadImport, 'faulty'>,
  unusable: readonly InvalidRow[] = [],
): InvalidRow[] {
  const read = faulty.map(({ line, pzn, column, cell, value, message }) => ({
    line,
    pzn,
    message: `${issueCell({ column, cell, value: value === pzn ? null : value })}${message}`,
  }));
  return [...read, ...unusable].sort((a, b) => a.line - b.line);
}

export const unusableRows = ({ unusable }: ImportResult, t: TFunction<'priceListImport'>): InvalidRow[] =>
  unusable.map(({ reason, ...row }) => ({ ...row, message: t(`unusable.${reason}`) }));

function nameOf(model: PriceListModel, pzn: string): string {
  const { columns } = model;
  const row = rowOfPzn(model, pzn);
  return row === undefined ? '' : [columns.name[row], columns.content[row]].filter(Boolean).join(' ');
}
