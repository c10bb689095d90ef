import { Skeleton } from '@mantine/core';
import type { ReviewFigures } from '@portal/contracts';
import { formatWholeDifference, packagePath } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeUnknown } from '../../../editing/review/describe-lacks.ts';
import { formatCount } from '../../../lib/format.ts';
import classes from './DashboardList.module.css';
import type { ApprovalTask } from './tasks.ts';
import { stillToReview } from './use-task-figures.ts';

type Props = { task: ApprovalTask; name: string; figures: ReviewFigures | undefined; isError: boolean };

/** Rule 14.37. */
export function TaskFigures({ task, name, figures, isError }: Props) {
  const { t } = useTranslation();
  const rows = task.rows ?? 0;
  const all = t('tasks.all', { count: rows, formatted: formatCount(rows) });
  return (
    <>
      {figures?.doubts.map(({ check, message }) => (
        <span key={check} className={classes.deadline} data-urgency="soon">
          <IconAlertTriangle size={15} aria-hidden />
          <b>{message}</b>
        </span>
      ))}
      <span className={classes.figures}>
        {!isError && !(figures && stillToReview(figures) === 0) && task.rows !== null ? (
          <Link className={classes.all} to={packagePath(task)} aria-label={t('tasks.allNamed', { label: all, name })}>
            {all}
          </Link>
        ) : (
          task.rows !== null && <span>{t('tasks.rows', { count: rows, formatted: formatCount(rows) })}</span>
        )}
        {isError && <span>{t('tasks.figures.failed')}</span>}
        {figures && <Known figures={figures} />}
        {!figures && !isError && <Skeleton component="span" aria-hidden width="min(16rem, 100%)" height="1.125rem" />}
      </span>
    </>
  );
}

function Known({ figures }: { figures: ReviewFigures }) {
  const { t } = useTranslation();
  const { approved = 0, open = 0, reviewed, changed, grossProfit } = figures;
  const toReview = stillToReview(figures);
  return (
    <>
      {approved > 0 && (
        <span>
          {t(open > toReview ? 'tasks.figures.approvedRest' : 'tasks.figures.approved', {
            count: formatCount(approved),
            rest: formatCount(open - toReview),
          })}
        </span>
      )}
      {toReview === 0 && (
        <b title={t('tasks.figures.long')}>
          {t(`tasks.figures.${reviewed.count > 0 ? 'allReviewed' : 'nothingToReview'}`)}
        </b>
      )}
      {reviewed.persons.map(({ userName, mine, count: done }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two persons may have one name
        <span key={at}>
          {t(`tasks.figures.${mine ? 'reviewedByMe' : 'reviewedBy'}`, {
            name: userName,
            done: formatCount(done),
          })}
        </span>
      ))}
      {changed === 0 && <span>{t('tasks.figures.unchanged')}</span>}
      {changed > 0 && grossProfit.rows === 0 && <span>{describeUnknown(t, grossProfit.lacks)}</span>}
      {grossProfit.rows > 0 && (
        <span title={t('effects.long')}>
          <b>{t('effects.grossProfit', { euros: formatWholeDifference(grossProfit.cents) })}</b>{' '}
          {t('effects.rests', { rows: formatCount(grossProfit.rows), changed: formatCount(changed) })}
        </span>
      )}
    </>
  );
}
