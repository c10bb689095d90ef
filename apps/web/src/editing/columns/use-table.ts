import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import { type Shown, shownOf } from '../../lib/use-stored-toggles.ts';
import type { KindTypes } from '../kind.ts';
import { reviewColumns } from '../review/review-columns.tsx';
import type { EditSession, ListView, ReviewState } from '../use-list-editor.ts';
import type { Column } from './column.ts';
import { arrangeColumns, shownColumns } from './table-layout.ts';
import { useTableLayout } from './use-table-layout.ts';

type Options<T extends KindTypes> = {
  /** What the standard or the expert mode shows. */
  readonly shown: Shown<T['toggle']>;
  readonly narrow: boolean;
  /** Rule 3.20. */
  readonly keepsInputs: boolean;
  readonly onOpen: ((row: number) => void) | undefined;
};

/** Stable while typing; rows get their data separately. */
export function useTable<T extends KindTypes>(
  editor: ListView<T> & ReviewState<T> & EditSession<T>,
  { shown, narrow, keepsInputs, onOpen }: Options<T>,
) {
  const { kind, model, actions, rights, editing } = editor;
  const { t: reviewText } = useTranslation('review', { useSuspense: false });
  const { t } = useTranslation('editing');
  const [own, standard] = useMemo(() => {
    const options = { model, editing, narrow, actions, rights, onOpen, t };
    const all = kind.columns({ ...options, shown: shownOf<T['toggle']>(kind.toggles, () => true) });
    const takesInput = all.some(({ interactive }) => interactive);
    const isKept = ({ id, interactive }: Column) => interactive === true || PRICES.has(id);
    const kept = (column: Column): Column => (isKept(column) ? { ...column, pinned: 'right' } : column);
    return [
      keepsInputs && takesInput ? all.map(kept) : all,
      new Set(kind.columns({ ...options, shown }).map(({ id }) => id)),
    ];
  }, [kind, model, shown, editing, narrow, keepsInputs, actions, rights, onOpen, t]);
  // An edit makes another review of the same figures.
  const known = editor.reviewing ? editor.review?.columns : undefined;
  const figures = known?.umfeldAvg;
  const canMark = editor.setMarks !== undefined;
  // Read when pressed: the price on screen then.
  const onMark = useStableCallback((row: number, reviewed: boolean) => {
    const price = editor.review?.columns.after[row] ?? null;
    editor.setMarks?.([{ pzn: model.columns.pzn[row] as string, price, reviewed }]);
  });
  const review = useMemo(
    () => (known ? reviewColumns(kind, model, known, reviewText, canMark ? onMark : undefined) : []),
    // oxlint-disable-next-line react/exhaustive-deps -- what is known of the rows, not what was entered
    [kind, model, figures, reviewText, canMark, onMark],
  );
  const store = useTableLayout(kind.name);
  const choices = useMemo(
    () =>
      arrangeColumns(
        review.length === 0 ? own : withReview(own, review),
        new Set(review.length === 0 ? standard : [...standard, ...review.map(({ id }) => id), SALES]),
        store.layout,
      ),
    [own, standard, review, store.layout],
  );
  return useMemo(() => ({ ...store, choices, columns: shownColumns(choices) }), [store, choices]);
}
export type Table = ReturnType<typeof useTable>;

/** First why, how far and the inputs, then the rest. */
function withReview(all: readonly Column[], [reviewed, why, moved, ...others]: readonly Column[]): Column[] {
  const sales = all.find(({ id }) => id === SALES);
  const columns = all.filter((column) => column !== sales);
  const figures = others.map((column) => (column.id === 'review-sold' && sales ? sales : column));
  const at = columns.findIndex(({ id }) => id === 'name') + 1;
  const rest = columns.slice(at);
  const isWorkedWith = ({ id, interactive }: Column) => interactive === true || PRICES.has(id);
  const judged = [reviewed, why, moved].filter((column) => column !== undefined);
  return [
    ...columns.slice(0, at),
    ...judged,
    ...rest.filter(isWorkedWith),
    ...figures,
    ...rest.filter((column) => !isWorkedWith(column)),
  ];
}

const SALES = 'units';
const PRICES: ReadonlySet<string> = new Set(['calculatedPrice', 'effectivePrice']);
