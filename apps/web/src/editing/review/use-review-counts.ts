import { maskOf, rowOfPzn } from '@portal/list-view';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListView, ReviewState } from '../state/use-list-editor.ts';
import { isDecided } from '../judging/marks.ts';
import { reviewRows } from '../judging/rows-to-review.ts';

/** How far the review is, among the rows that search and filters leave (rule 14.26); undefined until judged. */
export function useReviewCounts<T extends KindTypes>({
  model,
  view,
  review,
  marked,
  due: dueReviews,
}: ListView<T> & Pick<ReviewState<T>, 'review' | 'marked' | 'due'>) {
  const mask = useMemo(() => maskOf(view.reviewable, model.count), [view.reviewable, model]);
  // On screen rows stay while prices are typed, and so do their counts.
  const now = view.judged ?? (review && { review, marked });
  const [judged, people] = [now?.review, now?.marked];
  const present = review ?? judged;
  const open = useMemo(
    () => present?.order.filter((row) => mask[row] === 1 && !isDecided(marked, row)).length ?? 0,
    [present, marked, mask],
  );
  const due = useMemo(() => {
    const isFound = (row: number | undefined) => row !== undefined && mask[row] === 1;
    return [...(dueReviews?.keys() ?? [])].filter((pzn) => isFound(rowOfPzn(model, pzn))).length;
  }, [dueReviews, model, mask]);
  const toReview = useMemo(
    () => judged && people && reviewRows(judged, 'all', people).filter((row) => mask[row] === 1),
    [judged, people, mask],
  );
  return useMemo(() => {
    if (!toReview) return undefined;
    const rows = view.review === undefined ? toReview : view.rows;
    const shown = new Set(rows);
    const persons = marked.persons.flatMap(({ rows: theirs, ...person }) => {
      const count = theirs.filter((row) => shown.has(row)).length;
      return count > 0 ? [{ ...person, count }] : [];
    });
    return {
      /** Weightiest first. */
      toReview,
      /** Unreviewed at their present price: the same number everywhere (rule 14.37). */
      open,
      /** Fixed prices to look at again (rule 19.4). */
      due,
      /** Those on screen, or all. */
      of: rows.length,
      done: rows.filter((row) => isDecided(marked, row)).length,
      persons,
    };
  }, [toReview, open, due, view.review, view.rows, marked]);
}
export type ReviewCounts = NonNullable<ReturnType<typeof useReviewCounts>>;

/** 'Sie 8, Dr. Berger 3'. */
export function usePersons(persons: ReviewCounts['persons']): string {
  const { t } = useTranslation('review');
  return persons
    .map(({ mine, userName, count }) => `${mine ? t('mark.me') : userName} ${formatCount(count)}`)
    .join(', ');
}
