import { Skeleton } from '@mantine/core';
import type { ReviewFigures } from '@portal/contracts';
import { formatWholeDifference, packagePath } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { describeUnknown } from '../../../editing/review/describe-lacks.ts';
import { TO_REVIEW } from '../../../editing/review/in-review.ts';
import { formatCount } from '../../../lib/format.ts';
import { useGetReviewFiguresQuery } from '../pharmacies-api.ts';
import classes from './DashboardList.module.css';
import type { ApprovalTask } from './tasks.ts';

/** Rule 14.37. */
export function TaskFigures({ task }: { task: ApprovalTask }) {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { kind, id, productGroup } = task;
  const { currentData: figures, isError } = useGetReviewFiguresQuery(
    { params: { kind, pharmacyId, token, id, productGroup } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <span className={classes.figures}>
      {task.rows !== null && <span>{t('tasks.rows', { count: task.rows, formatted: formatCount(task.rows) })}</span>}
      {isError && <span>{t('tasks.figures.failed')}</span>}
      {figures && <Known figures={figures} task={task} />}
      {!figures && !isError && <Skeleton component="span" aria-hidden width="min(16rem, 100%)" height="1.125rem" />}
    </span>
  );
}

function Known({ figures, task }: { figures: ReviewFigures; task: ApprovalTask }) {
  const { t } = useTranslation();
  const { approved = 0, toReview, reviewed, changed, grossProfit, doubts } = figures;
  const count = formatCount(toReview);
  return (
    <>
      {doubts.map(({ check, message }) => (
        <b key={check}>{message}</b>
      ))}
      {approved > 0 && <span>{t('tasks.figures.approved', { count: formatCount(approved) })}</span>}
      {toReview > 0 ? (
        <Link
          className={classes.toReview}
          to={{ pathname: packagePath(task), search: TO_REVIEW.search }}
          state={TO_REVIEW.state}
          title={t('tasks.figures.long')}
        >
          {t('tasks.figures.toReview', { count })}
        </Link>
      ) : (
        <b title={t('tasks.figures.long')}>{t('tasks.figures.toReview', { count })}</b>
      )}
      {reviewed.persons.map(({ userName, mine, count: done }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two persons may have one name
        <span key={at}>
          {t(`tasks.figures.${mine ? 'reviewedByMe' : 'reviewedBy'}`, {
            name: userName,
            done: formatCount(done),
            count,
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
