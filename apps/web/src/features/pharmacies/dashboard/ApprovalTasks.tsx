import { Button, Skeleton } from '@mantine/core';
import type { ProductGroupEntry } from '@portal/contracts';
import { deadlineUrgency, hasApprovalFlag, packagePath, timeLeft } from '@portal/rules';
import { IconClock, IconHandStop, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TO_REVIEW } from '../../../editing/judging/in-review.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import classes from './DashboardList.module.css';
import { TaskFigures } from './TaskFigures.tsx';
import { type ApprovalTask, approvalTasks } from './tasks.ts';
import { useServerClock } from './use-server-clock.ts';
import { stillToReview, useTaskFigures } from './use-task-figures.ts';

type Props = {
  groups: readonly ProductGroupEntry[];
  staff: boolean;
  mirror: boolean;
  /** The server's clock when it answered, ISO 8601 */
  now: string;
};

/** What waits for approval, with what happens when nobody acts (rule 2.13). */
export function ApprovalTasks({ groups, staff, mirror, now }: Props) {
  const { t } = useTranslation();
  const clock = useServerClock(now);
  const tasks = approvalTasks(groups, staff);
  return (
    <Section title={t('tasks.title')} {...(mirror ? { note: t('tasks.mirror') } : {})}>
      {tasks.length === 0 ? (
        <p className={classes.empty}>{t('tasks.empty')}</p>
      ) : (
        <ul className={classes.list}>
          {tasks.map((task) => (
            <Task key={task.id} task={task} now={clock} staff={staff} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Task({ task, now, staff }: { task: ApprovalTask; now: Date; staff: boolean }) {
  const { t } = useTranslation();
  const title = t('tasks.entry', { kind: t(`kind.${task.kind}`), group: t(`productGroup.${task.productGroup}`) });
  const known = useTaskFigures(task);
  const toReview = known.figures ? stillToReview(known.figures) : 0;
  const count = formatCount(toReview);
  const name = { name: title };
  const [target, text, label] =
    toReview > 0
      ? [
          { to: { pathname: packagePath(task), search: TO_REVIEW.search }, state: TO_REVIEW.state },
          t('tasks.review', { count }),
          t('tasks.reviewNamed', { count, ...name }),
        ]
      : [{ to: packagePath(task) }, t('open'), t('openNamed', name)];
  const left = task.deadline && timeLeft(new Date(task.deadline.at), now);
  return (
    <li className={`${classes.item} ${classes.target}`}>
      <div className={classes.text}>
        <span className={classes.title}>
          {title}
          {task.locked && (
            <span className={classes.locked}>
              <IconLock size={16} aria-hidden />
              {t('tasks.locked')}
            </span>
          )}
        </span>
        <TaskFigures task={task} name={title} {...known} />
        <span className={classes.detail}>
          {t('tasks.created', { id: task.id, date: formatInstant(task.createdAt) })}
        </span>
        {task.deadline && (
          <span className={classes.deadline} data-urgency={deadlineUrgency(left)}>
            <IconClock size={15} aria-hidden />
            <span>
              {t(`tasks.deadline.${task.deadline.action}`, { when: task.deadline.wording })}
              {left && (
                <>
                  {' · '}
                  <b>{t(`tasks.left.${left.unit}`, { count: left.count })}</b>
                </>
              )}
            </span>
          </span>
        )}
        {task.hold && (
          <span className={classes.deadline} data-urgency="soon">
            <IconHandStop size={15} aria-hidden />
            {t(staff ? 'tasks.heldForStaff' : 'tasks.held', {
              count: task.hold.rows,
              formatted: formatCount(task.hold.rows),
            })}
          </span>
        )}
        {!task.deadline && !task.hold && hasApprovalFlag(task.kind) && (
          <span className={classes.detail}>{t(staff ? 'tasks.noDeadlineForStaff' : 'tasks.noDeadline')}</span>
        )}
      </div>
      {known.figures || known.isError || task.rows === null ? (
        <Button component={Link} {...target} className={classes.primary} aria-label={label}>
          {text}
        </Button>
      ) : (
        <Skeleton aria-hidden width="8rem" height="2.25rem" />
      )}
    </li>
  );
}
