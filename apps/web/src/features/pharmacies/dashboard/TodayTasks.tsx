import { Button } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DUE_TO_REVIEW } from '../../../editing/judging/in-review.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { inContext } from '../../../lib/i18n.ts';
import { tillDifferenceText } from '../../../lib/till-difference.ts';
import { Section } from '../../../ui/Section.tsx';
import { TodoItem } from '../../../ui/TodoItem.tsx';
import classes from './TodayTasks.module.css';

type Props = {
  dashboard: Pick<Dashboard, 'tillCheck' | 'tillDoubted' | 'periods' | 'tpData'>;
  till: ReactNode;
  labels: ReactNode;
};

const dayOf = (at: string) => formatInstant(at, 'dd.MM.yyyy').slice(0, 6);

/** What is to do beside approvals, wrong prices first; no section where nothing is (rule 2.45). */
export function TodayTasks({ dashboard: { tillCheck, tillDoubted, periods, tpData }, till, labels }: Props) {
  const { t } = useTranslation();
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const { begin = 0, end = 0 } = periods ?? {};
  return (
    <div className={classes.today}>
      <Section title={t('today.title')}>
        <ul className={classes.list}>
          {tillCheck && tillCheck.count > 0 && (
            <TodoItem urgent action={<Open to="kassenabgleich" text={t('today.correct')} />}>
              {tillDifferenceText(tillCheck, dayOf(tillCheck.takenAt), t)}
            </TodoItem>
          )}
          {tillDoubted && (
            <TodoItem urgent action={<Open to="kassenabgleich" text={t('today.look')} />}>
              {t('today.doubted', { day: dayOf(tillDoubted.takenAt) })}
            </TodoItem>
          )}
          {till}
          {labels}
          {begin + end > 0 && (
            <TodoItem action={<Open to="zeitraeume" text={t('today.look')} />}>
              {t(
                'today.periods',
                inContext(begin === 0 ? 'end' : end === 0 ? 'begin' : '', {
                  begin: formatCount(begin),
                  end: formatCount(end),
                }),
              )}
            </TodoItem>
          )}
          {tpData
            .filter(({ dueReviews }) => dueReviews > 0)
            .map(({ productGroup, dueReviews }) => (
              <TodoItem
                key={productGroup}
                action={<Open to={`pricelist/${productGroup}${DUE_TO_REVIEW}`} text={t('today.check')} />}
              >
                {t('today.due', { ...counted(dueReviews), group: t(`productGroup.${productGroup}`) })}
              </TodoItem>
            ))}
        </ul>
      </Section>
    </div>
  );
}

function Open({ to, text }: { to: string; text: string }) {
  return (
    <Button component={Link} to={to} variant="light">
      {text}
    </Button>
  );
}
