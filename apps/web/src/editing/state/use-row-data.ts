import { hasReason } from '@portal/list-view';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowData } from '../kind/column.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { Due } from '../judging/due-reviews-api.ts';
import { breachText, reasonsOnce } from '../judging/flag-text.ts';
import type { Marked } from '../judging/marks.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import type { IssueOf } from '../session/row-issues.ts';
import type { Session } from '../session/session.ts';

/** Shallowly compared: a keystroke draws its own row only. */
export function useRowData<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  { phase, entered, issues, rounded, marked }: Session,
  issueOf: IssueOf,
  reviewed: {
    readonly review: GuardedReview | undefined;
    readonly marked: Marked | undefined;
    readonly due: Due | undefined;
  },
): (row: number) => RowData {
  const editing = phase.name !== 'reading';
  const { marked: people, due } = reviewed;
  const review = people && reviewed.review;
  const guarded = reviewed.review?.breaking.length ? reviewed.review : undefined;
  const { t } = useTranslation('review', { useSuspense: false });
  /** Words are the most expensive part of a row. */
  const reasonsOf = useMemo(() => review && reasonsOnce(review, model.columns.name, t), [review, model, t]);
  return useCallback(
    (row) => {
      const pzn = model.columns.pzn[row] as string;
      const edit = entered.edits.get(pzn);
      const refused = editing && edit ? issueOf(row, edit) : undefined;
      const reasons = reasonsOf?.(row);
      const isDue = review !== undefined && due?.has(pzn) === true;
      const asks = isDue && hasReason(review, row, 'dueReview');
      return {
        edit,
        issue: issues.get(pzn) ?? refused,
        rounded: rounded.get(pzn),
        setApart: rules.isSetApart(model, row),
        marked: marked.has(pzn),
        breach: guarded ? breachText(guarded, row, t) : '',
        why: reasons?.why ?? '',
        chips: reasons?.chips ?? '',
        due: asks,
        answerUnsaved: isDue && !asks && edit !== undefined,
        effect: review?.effect[row],
        reviewed: people?.mine.has(row) ?? false,
        reviewedBy: people?.others.get(row) ?? '',
      };
    },
    [rules, model, editing, entered, issues, rounded, marked, issueOf, review, guarded, people, due, reasonsOf, t],
  );
}
