import type { ReviewMarkRow } from '@portal/contracts';
import type { Arrivals } from '@portal/list-view';
import { effectivePrice } from '@portal/rules';
import { useMemo, useState } from 'react';
import { useStableCallback, useStableObject } from '../../lib/use-stable.ts';
import { useBulk } from './use-bulk.ts';
import type { KindTypes, Task, View } from '../kind/kind.ts';
import { type DueRow, hasMark, type KeptRow, type MarkStore, useMarked } from '../judging/marks.ts';
import { type ReviewBasis, useReview } from '../judging/use-review.ts';
import { useRowJump } from './use-row-jump.ts';
import { useFormerReviewColumns, useReviewCards } from '../judging/use-review-view.ts';
import { useScans } from './use-scans.ts';
import { useRowData } from './use-row-data.ts';
import { useSources } from './sources.ts';
import { ignoredPrices } from './ignored-prices.ts';
import { refusedRows, judgeOnce } from '../session/row-issues.ts';
import { isConfirming } from '../session/session.ts';
import { useRowActions } from '../session/use-row-actions.ts';
import { type SessionOptions, useSession } from '../session/use-session.ts';
import { useUndo } from './use-undo.ts';
import { useLeaving } from './use-leaving.ts';
import { useSelectAll } from './use-select-all.ts';
import { useView } from './use-view.ts';

type Options<T extends KindTypes> = SessionOptions<T> & {
  readonly firstView?: View<T>;
  readonly basis: ReviewBasis;
  /** What people have reviewed; without it nobody can. */
  readonly markStore?: MarkStore;
  readonly arrivals?: Arrivals | undefined;
};

export function useListEditor<T extends KindTypes>({ firstView, basis, markStore, arrivals, ...options }: Options<T>) {
  const { kind, list } = options;
  const work = useSession(options);
  const { session, model, dispatch, rights } = work;
  const editing = session.phase.name !== 'reading';
  const review = useReview(kind, model, session.entered.edits, basis);
  const marked = useMarked(model, markStore?.marks, review);
  const opensInReview = useFormerReviewColumns();
  const judged = { review, marked, opensInReview, arrivals };
  const view = useView(kind, model, session.entered.edits, editing, judged, firstView);
  const cards = useReviewCards();
  const reviewing = view.review !== undefined;
  const confirming = isConfirming(session, kind.confirms);
  const issueOf = useMemo(() => judgeOnce(kind.rules, model, rights), [kind, model, rights]);
  const refused = useMemo(() => refusedRows(model, session, issueOf), [model, session, issueOf]);
  const ignored = useMemo(
    () => ignoredPrices(kind, model, session.entered.edits),
    [kind, model, session.entered.edits],
  );
  const setMarks = useStableCallback((rows: ReviewMarkRow[]) => markStore?.set?.(rows));
  const keep = useStableCallback((rows: readonly KeptRow[]) => markStore?.keep?.(rows));
  const takeBack = useStableCallback((rows: readonly DueRow[]) => markStore?.takeBack?.(rows));
  const priceOf = useStableCallback((row: number) => {
    const pzn = model.columns.pzn[row] as string;
    if (refused.includes(pzn) || session.issues.has(pzn)) return undefined;
    return effectivePrice(kind.rules.becomes(model, row, session.entered.edits.get(pzn)));
  });
  /** A price that was typed into a row to review decides it (rule 14.25). */
  const onPriceTyped = useStableCallback((row: number) => {
    const pzn = model.columns.pzn[row] as string;
    const price = priceOf(row);
    const wasToReview = review !== undefined && (reviewing || review.unedited.reasons[row] !== 0);
    if (!wasToReview || price === undefined || (markStore?.marks && hasMark(markStore.marks, pzn, price))) return;
    setMarks([{ pzn, price, reviewed: true }]);
  });
  const { grid, ...jump } = useRowJump(kind, view);
  const goTo = useStableCallback(jump.goTo);
  const [daysRow, setDaysRow] = useState<number | null>(null);
  const scans = useScans<T>({ model, entered: session.entered, editing, goTo });
  const steady = useStableObject({
    kind,
    model,
    view,
    grid,
    goTo,
    review,
    guardrailsMissing: basis.guardrails === null,
    /** The list is judged, or going to be. */
    isReviewed: basis.never !== true,
    /** Rows to review are shown, with what helps to judge them. */
    reviewing,
    marked,
    setMarks: markStore?.set && setMarks,
    /** 'bleibt' (rule 19.5); undefined where nobody can say so. */
    keep: markStore?.keep && keep,
    takeBack: markStore?.takeBack && takeBack,
    due: basis.due,
    reminders: basis.reminders,
    /** Rows the user has ticked off, by PZN. */
    markedPzns: session.marked,
    /** Undefined while it cannot be stored. */
    priceOf,
  });
  return {
    ...work,
    ...steady,
    /** Parts that take only this do not render on a keystroke. */
    steady,
    editable: list.editable,
    editing,
    confirming,
    submit: useStableCallback((task: Task) => work.submit(task, view)),
    actions: useRowActions(kind, model, dispatch, scans.onScan, onPriceTyped, setDaysRow),
    /** The row whose days are asked for. */
    daysRow,
    setDaysRow,
    scans,
    selectAll: useSelectAll(kind, model, session.entered, view.rows, dispatch),
    undo: useUndo(session, dispatch),
    bulk: useBulk(dispatch),
    /** Rules and files that have filled rows (rule 3.34). */
    sources: useSources(),
    /** Undefined for a price list. */
    cards: kind.confirms === 'approve' ? cards : undefined,
    dataOf: useRowData(kind, model, session, issueOf, {
      review,
      marked: reviewing || confirming ? marked : undefined,
      // Before the list is judged again: an answer shows at once.
      due: basis.due,
    }),
    /** PZNs of rows that cannot be stored as they are. */
    refused,
    /** Rows whose entered price an exclusion wins over (rule 3.43). */
    ignored,
    leaving: useLeaving(
      work.unsaved,
      work.discard,
      kind.confirms === 'approve' ? () => work.submit('save', view, { leaves: true }) : undefined,
    ),
  };
}
export type ListEditor<T extends KindTypes> = ReturnType<typeof useListEditor<T>>;

/** The list and which rows of it are on screen. No keystroke changes it. */
export type ListView<T extends KindTypes> = Pick<ListEditor<T>, 'kind' | 'model' | 'view'>;
/** The grid with its ticked rows, and jumping to a row. No keystroke changes it. */
export type GridState<T extends KindTypes> = Pick<ListEditor<T>, 'grid' | 'goTo' | 'markedPzns'>;
/** What helps to judge the rows, and who has reviewed them. No keystroke changes it. */
export type ReviewState<T extends KindTypes> = Omit<ListEditor<T>['steady'], keyof ListView<T> | keyof GridState<T>>;
/** What was entered, what becomes of it, and everything that enters more. */
export type EditSession<T extends KindTypes> = Omit<ListEditor<T>, 'steady' | keyof ListEditor<T>['steady']>;
