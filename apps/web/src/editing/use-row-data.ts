import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowData } from './columns/column.ts';
import type { Kind, KindTypes } from './kind.ts';
import { breachText, flagsTextOnce } from './review/flag-text.ts';
import type { Marked } from './review/marks.ts';
import type { GuardedReview } from './review/use-review.ts';
import type { IssueOf } from './session/row-issues.ts';
import type { Session } from './session/session.ts';

/**
 * Reads the state of a row out of the session. The grid draws a row again when one of these values is another one: so a
 * keystroke draws its own row and no other.
 * @param reviewed `marked` is missing while nobody asks why to look at a row; what breaks a guardrail is said all the same
 */
export function useRowData<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  { step, entered, issues, rounded, marked }: Session,
  issueOf: IssueOf,
  reviewed: { readonly review: GuardedReview | undefined; readonly marked: Marked | undefined },
): (row: number) => RowData {
  const editing = step.name !== 'reading';
  const people = reviewed.marked;
  const review = people && reviewed.review;
  const guarded = reviewed.review?.breaking.length ? reviewed.review : undefined;
  const { t } = useTranslation('review', { useSuspense: false });
  /** A keystroke reads all rows on screen again, and words are the dearest part of that. */
  const whyOf = useMemo(() => (review ? flagsTextOnce(review, model.columns.name, t) : () => ''), [review, model, t]);
  return useCallback(
    (row) => {
      const pzn = model.columns.pzn[row] as string;
      const edit = entered.edits.get(pzn);
      const refused = editing && edit ? issueOf(row, edit) : undefined;
      return {
        edit,
        issue: issues.get(pzn) ?? refused,
        rounded: rounded.get(pzn),
        setApart: rules.isSetApart(model, row),
        marked: marked.has(pzn),
        breach: guarded ? breachText(guarded, row, t) : '',
        why: whyOf(row),
        effect: review?.effect[row],
        reviewed: people?.mine.has(row) ?? false,
        reviewedBy: people?.others.get(row) ?? '',
      };
    },
    [rules, model, editing, entered, issues, rounded, marked, issueOf, review, guarded, people, whyOf, t],
  );
}
