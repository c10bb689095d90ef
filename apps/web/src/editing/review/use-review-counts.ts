import { maskOf } from '@portal/list-view';
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
}: ListView<T> & Pick<ReviewState<T>, 'review' | 'marked'>) {
  const mask = useMemo(() => maskOf(view.all, model.count), [view.all, model]);
  // On screen rows stay while prices are typed, and so do their counts.
  const now = view.judged ?? (review && { review, marked });
  const [judged, people] = [now?.review, now?.marked];
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
      /** Those on screen, or all. */
      of: rows.length,
      done: rows.filter((row) => isDecided(marked, row)).length,
      persons,
    };
  }, [toReview, view.review, view.rows, marked]);
}
export type ReviewCounts = NonNullable<ReturnType<typeof useReviewCounts>>;

/** 'Sie 8, Dr. Berger 3'. */
export function usePersons(persons: ReviewCounts['persons']): string {
  const { t } = useTranslation('review');
  return persons
    .map(({ mine, userName, count }) => `${mine ? t('mark.me') : userName} ${formatCount(count)}`)
    .join(', ');
}
