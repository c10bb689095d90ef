import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { invalidRowsOf } from '../import/InvalidRows.tsx';
import classes from './till-check.module.css';
import type { ReadExport } from './TillExportForm.tsx';

/** Rule 9.33. */
export function UnreadLines({ read }: { read: ReadExport }) {
  const { t } = useTranslation('tillCheck');
  const { faulty, faultyTotal, rows, hiddenRows } = read;
  const counted = { rows: formatCount(rows), number: formatCount(faultyTotal), count: faultyTotal };
  const hidden = hiddenRows?.total ?? 0;
  return (
    <>
      {hidden > 0 && <p className={classes.hidden}>{t('hidden', { count: hidden, number: formatCount(hidden) })}</p>}
      {faultyTotal > 0 && (
        <details className={classes.unread}>
          <summary>{t('unread', counted)}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too */}
          <div className={classes.lines} role="group" tabIndex={0} aria-label={t('unreadList')}>
            {invalidRowsOf({ faulty }).map(({ line, pzn, message }) => (
              <div key={line}>{t(pzn === null ? 'line' : 'linePzn', { line, pzn, message })}</div>
            ))}
            {faultyTotal > faulty.length && (
              <div>{t('moreLines', { number: formatCount(faultyTotal - faulty.length) })}</div>
            )}
          </div>
        </details>
      )}
    </>
  );
}
