import type { OpenPackage } from '@portal/contracts';
import {
  berlinDaysBetween,
  deadlineText,
  deadlineUrgency,
  hasApprovalFlag,
  packagePath,
  timeLeft,
} from '@portal/rules';
import { IconAlertTriangle, IconClockExclamation, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowComponentProps } from 'react-window';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import classes from './admin-overview.module.css';

export type PackageRowData = { rows: readonly OpenPackage[]; now: Date };

/** One open package; the whole line leads to it. */
export function PackageRow({ index, style, rows, now }: RowComponentProps<PackageRowData>) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const row = rows[index];
  if (!row) return null;
  const days = Math.max(0, berlinDaysBetween(new Date(row.createdAt), now));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={style}
      className={classes.row}
      title={`${row.pharmacy}, ${row.city}`}
      data-row
    >
      <div role="cell" className={classes.kind}>
        <Link className={classes.place} to={`/p/${row.crmCompanyId}/${row.token}/${packagePath(row)}`}>
          {t(`common:kind.${row.kind}`)}
        </Link>{' '}
        <span className={classes.quiet}>{row.id}</span>
      </div>
      <div role="cell" className={classes.productGroup}>
        {t(`common:productGroup.${row.productGroup}`)}
      </div>
      <div role="cell" className={classes.pharmacy}>
        {row.pharmacy}{' '}
        <span className={classes.quiet}>
          {row.apoId} {row.city}
        </span>
        {row.doubted && (
          <>
            {' '}
            <StatusTag tone="warn" icon={IconAlertTriangle}>
              {t('packages.doubted')}
            </StatusTag>
          </>
        )}
      </div>
      <div role="cell" className={classes.itemCount}>
        {formatCount(row.itemCount)}
        <span className={classes.narrowLabel}> {t('packages.column.itemCount')}</span>
      </div>
      <div role="cell" className={classes.createdAt}>
        {formatInstant(row.createdAt)}{' '}
        <span className={classes.quiet}>{t('packages.age', { count: days, formatted: formatCount(days) })}</span>
      </div>
      <div role="cell" className={classes.deadline}>
        <NextAction row={row} now={now} />
      </div>
    </div>
  );
}

/** What the clock will do, or why it will do nothing. */
function NextAction({ row, now }: { row: OpenPackage; now: Date }) {
  const { t } = useTranslation('adminOverview');
  const { kind, deadline, held, overdue, locked, cancelled } = row;
  if (cancelled) return <span className={classes.quiet}>{t('packages.cancelled')}</span>;
  if (locked) {
    return (
      <StatusTag tone="warn" icon={IconLock}>
        {t('packages.locked')}
      </StatusTag>
    );
  }
  if (held) return <span>{t('packages.held', { count: held.rows, formatted: formatCount(held.rows) })}</span>;
  if (!deadline || !hasApprovalFlag(kind)) return <span className={classes.quiet}>{t('packages.manual')}</span>;
  const at = new Date(deadline.at);
  return (
    <>
      <span data-urgency={deadlineUrgency(timeLeft(at, now))}>
        {t(`packages.${deadline.action}`, { when: deadlineText(kind, at) })}
      </span>
      {overdue && (
        <StatusTag tone="bad" icon={IconClockExclamation}>
          {t('packages.overdue')}
        </StatusTag>
      )}
    </>
  );
}
