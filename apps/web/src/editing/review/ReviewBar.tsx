import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Segments } from '../../ui/Segments.tsx';
import type { KindTypes, ReviewOrder } from '../kind/kind.ts';
import type { GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import { AboutReview } from './AboutReview.tsx';
import classes from './review.module.css';
import { NextToReview } from './NextToReview.tsx';
import { DUE_IN_REVIEW, IN_REVIEW } from '../judging/in-review.ts';
import { isDueChoice } from '../judging/rows-to-review.ts';
import { type ReviewCounts, usePersons, useReviewCounts } from './use-review-counts.ts';
import { forgetReviewColumns } from '../judging/use-review-view.ts';

type Props<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T> };

const NOT_IN_REVIEW = { review: undefined, reviewOrder: undefined };

/** All rows or those to review, in which order, and how far that is (rules 14.26 and 19.4). */
export const ReviewBar = memo(Bar) as typeof Bar;

function Bar<T extends KindTypes>({ editor }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const { review, model } = editor;
  const counts = useReviewCounts(editor);
  if (!ready || model.count === 0) return null;
  const asksDue = isDueChoice(editor.view.review);
  return (
    <div
      className={classes.bar}
      role="group"
      aria-label={t('label')}
      aria-busy={!review}
      data-due={(editor.due?.size ?? 0) > 0 || undefined}
    >
      <ReviewSwitch editor={editor} counts={counts} />
      {editor.reviewing && !asksDue && <OrderSelect editor={editor} />}
      {!asksDue && <Progress counts={counts} />}
      <NextToReview editor={editor} review={review} counts={counts} />
      <About editor={editor} counts={counts} />
    </div>
  );
}

/** What the bar says beside its switch, in the sheet of a narrow screen. */
export function ReviewDetails<T extends KindTypes>({ editor }: Props<T>) {
  const { ready } = useTranslation('review', { useSuspense: false });
  const counts = useReviewCounts(editor);
  if (!ready || editor.model.count === 0) return null;
  const asksDue = isDueChoice(editor.view.review);
  return (
    <>
      {editor.reviewing && !asksDue && <OrderSelect editor={editor} />}
      {!asksDue && <Progress counts={counts} />}
      <About editor={editor} counts={counts} />
    </>
  );
}

type CountedProps<T extends KindTypes> = Props<T> & { counts: ReviewCounts | undefined };

export function ReviewSwitch<T extends KindTypes>({ editor, counts }: CountedProps<T>) {
  const { t } = useTranslation('review');
  const { view } = editor;
  const number = counts ? formatCount(counts.open) : '…';
  const asksDue = isDueChoice(view.review);
  const isAnyDue = (editor.due?.size ?? 0) > 0;
  const dueChoice = {
    value: 'due' as const,
    label: t('switch.due', { number: counts ? formatCount(counts.due) : '…' }),
    title: t('switch.dueTitle'),
  };
  return (
    <Segments
      className={classes.switch}
      label={t('switch.label')}
      value={asksDue ? 'due' : editor.reviewing ? 'review' : 'all'}
      choices={[
        { value: 'all', label: t('switch.all', { number: formatCount(view.all.length) }) },
        { value: 'review', label: t('switch.toReview', { number }), title: t('switch.title') },
        ...(isAnyDue || asksDue ? [dueChoice] : []),
      ]}
      onChange={(value) => {
        forgetReviewColumns();
        view.change(value === 'due' ? DUE_IN_REVIEW : value === 'review' ? IN_REVIEW : NOT_IN_REVIEW);
      }}
    />
  );
}

function About<T extends KindTypes>({ editor, counts }: CountedProps<T>) {
  const { t } = useTranslation('review');
  return (
    <>
      {editor.review && counts && <AboutReview review={editor.review} persons={counts.persons} />}
      {editor.guardrailsMissing && <span className={classes.missing}>{t('guardrailsMissing')}</span>}
    </>
  );
}

/** '11 geprüft' over a thin bar; who it was in its title. */
function Progress({ counts }: { counts: ReviewCounts | undefined }) {
  const { t } = useTranslation('review');
  const names = usePersons(counts?.persons ?? []);
  const { done = 0, of = 0 } = counts ?? {};
  return (
    <div className={classes.progress} title={names === '' ? undefined : t('mark.persons', { names })}>
      <span role="status">{counts ? t('mark.progress', { done: formatCount(done) }) : t('judging')}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.reached} style={{ width: `${of === 0 ? 0 : (done * 100) / of}%` }} />
      </span>
    </div>
  );
}

const ORDERS: readonly (ReviewOrder | 'sort')[] = ['weight', 'euros', 'sort'];

function OrderSelect<T extends KindTypes>({ editor: { view } }: Props<T>) {
  const { t } = useTranslation('review');
  const { reviewOrder = 'sort' } = view;
  return (
    <NativeSelect
      className={classes.order}
      aria-label={t('order.label')}
      title={t(reviewOrder === 'sort' ? 'order.label' : `order.${reviewOrder}Long`)}
      value={reviewOrder}
      data={ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
      onChange={(event) => {
        const order = event.currentTarget.value as ReviewOrder | 'sort';
        view.change({ reviewOrder: order === 'sort' ? undefined : order });
      }}
    />
  );
}
