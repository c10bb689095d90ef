import type { ProductGroupEntry } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import classes from './DashboardPage.module.css';
import { type ApprovalTask, approvalTasks } from './tasks.ts';
import { stillToReview, useKnownFigures } from './use-task-figures.ts';

type Key = 'approve' | 'delete' | 'deleteForStaff' | 'wait' | 'waitForStaff';

/** What happens when nobody does anything, and how many prices are to be looked at (rule 2.45); nothing without updates. */
export function Consequence({ groups, staff }: { groups: readonly ProductGroupEntry[]; staff: boolean }) {
  const { t } = useTranslation();
  const tasks = approvalTasks(groups, staff).filter(({ locked }) => !locked);
  const figures = useKnownFigures(tasks);
  if (tasks.length === 0) return null;
  const say = (key: Key, of: readonly ApprovalTask[]) => {
    const [first] = of;
    if (!first) return [];
    const count = of.length;
    return [t(`tasks.consequence.${key}`, { count, formatted: formatCount(count), when: first.deadline?.wording })];
  };
  const toReview = figures?.reduce((sum, each) => sum + stillToReview(each), 0);
  const isReviewed = toReview === 0 && figures?.some((each) => each.toReview > 0);
  const key = isReviewed ? 'allReviewed' : toReview && staff ? 'reviewForStaff' : 'review';
  return (
    <p className={classes.consequence}>
      {[
        ...say('approve', withAction(tasks, 'approve')),
        ...say(staff ? 'deleteForStaff' : 'delete', withAction(tasks, 'delete')),
        ...say(staff ? 'waitForStaff' : 'wait', withAction(tasks, undefined)),
      ].map((sentence) => (
        <span key={sentence}>{sentence} </span>
      ))}
      <span>
        {toReview !== undefined && t(`tasks.consequence.${key}`, { count: toReview, formatted: formatCount(toReview) })}
      </span>
    </p>
  );
}

/** Nearest deadline first, as they come. */
function withAction(tasks: readonly ApprovalTask[], action: 'approve' | 'delete' | undefined): ApprovalTask[] {
  return tasks.filter(({ deadline }) => deadline?.action === action);
}
