import {
  type Arrivals,
  type ConditionColumn,
  conditionsIndex,
  prepareSearch,
  type PriceListModel,
  type RowEdits,
  findRows,
  intersectRows,
  visibleRows,
  WAITING_DAYS,
  waitingDays,
} from '@portal/list-view';
import { deviationPercent, isoDay } from '@portal/rules';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchFromOutside } from '../../lib/search-open-list.ts';
import { useAddress, useOpenedWith } from '../../lib/use-address.ts';
import { useIdleWork } from '../../lib/use-idle-work.ts';
import { CHANGE } from '../kind/condition-keys.ts';
import type { Filter, FilterOption, Kind, KindTypes, Sort, View } from '../kind/kind.ts';
import { type Marked, NO_MARKS } from '../judging/marks.ts';
import { IN_REVIEW } from '../judging/in-review.ts';
import { inReviewOrder, reviewRows } from '../judging/rows-to-review.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import { readView, writeView } from './view-address.ts';

type Judged = {
  readonly review: GuardedReview | undefined;
  readonly marked: Marked;
  /** Rows to review are shown first, where the address does not ask for something else. */
  readonly opensInReview: boolean;
  /** Undefined while not asked for, or not known. */
  readonly arrivals?: Arrivals | undefined;
};

const NOT_JUDGED: Judged = { review: undefined, marked: NO_MARKS, opensInReview: false };

/**
 * Rows keep their place while edited; edits count at the next sort, filter or search.
 * @param opened default view
 */
export function useView<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  editing: boolean,
  { review, marked, opensInReview, arrivals }: Judged = NOT_JUDGED,
  opened: View<T> = kind.firstView,
) {
  const address = useOpenedWith();
  const [first] = useState(opened);
  const [chosen, choose] = useState(() => {
    const view = readView(kind, model, first, address);
    return opensInReview && address.toString() === '' ? { ...view, ...IN_REVIEW } : view;
  });
  useAddress(writeView(chosen, first));
  useIdleWork(useCallback(() => prepareSearch(model), [model]));
  const options = useMemo(() => kind.filters(model, editing), [kind, model, editing]);
  const view = useMemo(() => {
    // an option may vanish
    return optionOf(options, chosen.filter) ? chosen : { ...chosen, filter: kind.firstView.filter };
  }, [options, chosen, kind]);
  // What was entered when the user last sorted, filtered or searched.
  const [seen, setSeen] = useState({ edits, model, editing, review, marked });
  // An answer that begins to edit the list must not move its rows.
  if (seen.model === model && !seen.editing && editing && view.review) setSeen({ ...seen, edits, editing });
  else if (seen.model !== model || seen.editing !== editing)
    setSeen(
      seen.editing === editing && hasSameRows(seen.model, model)
        ? { ...seen, model }
        : { edits, model, editing, review, marked },
    );
  // Arriving later, it must not move rows.
  else if (seen.review === undefined && review !== undefined) setSeen({ ...seen, review, marked });
  else if (!seen.marked.known && marked.known) setSeen({ ...seen, marked });

  const { sort, filter, query, hideExclusions } = view;
  const { sortThen, conditions } = view;
  const { edits: counted, marked: countedMarks } = seen;
  // Else rows stay the same objects.
  const judged = view.review || conditions?.some(({ key }) => key === CHANGE) ? seen.review : undefined;
  const order = useMemo(
    () => kind.order(model, [sort, ...(sortThen ?? [])], counted),
    [kind, model, sort, sortThen, counted],
  );
  const fulfils = useMemo(
    () => conditionsIndex(model.count, conditions ?? [], columnsOf(kind, model, counted, { review: judged, arrivals })),
    [kind, model, conditions, counted, judged, arrivals],
  );
  const found = useMemo(() => findRows(model, query), [model, query]);
  const foundBy = useCallback(
    (wanted: View<T>) => {
      const kept = kind.keeps(model, wanted, counted, editing, arrivals);
      const { mask } = wanted.query === found.query ? found : findRows(model, wanted.query);
      return visibleRows(order, kept, mask, fulfils);
    },
    [kind, model, order, fulfils, found, counted, editing, arrivals],
  );
  const reviewed = view.review && judged?.count === model.count ? judged : undefined;
  const wantedRows = useMemo(
    () => reviewed && view.review && reviewRows(reviewed, view.review, countedMarks),
    [reviewed, view.review, countedMarks],
  );
  const narrowed = useCallback(
    (all: Uint32Array) => {
      if (!reviewed || !wantedRows) return all;
      return view.reviewOrder
        ? intersectRows(inReviewOrder(reviewed, wantedRows, view.reviewOrder), all, model.count)
        : intersectRows(all, wantedRows, model.count);
    },
    [reviewed, wantedRows, view.reviewOrder, model],
  );
  const all = useMemo(
    () => foundBy(view),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the view
    [foundBy, filter.name, filter.value, query, hideExclusions, view.review !== undefined],
  );
  // No exclusion is hidden among rows to review (rule 19.4).
  const reviewable = useMemo(
    () => (view.review === undefined && hideExclusions ? foundBy({ ...view, review: IN_REVIEW.review }) : all),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the view
    [foundBy, all],
  );
  const rows = useMemo(() => narrowed(all), [narrowed, all]);

  // Stable while typing.
  const latest = useRef({ edits, model, editing, review, marked, view });
  // Before effects of the list, which may change the view.
  useLayoutEffect(() => {
    latest.current = { edits, model, editing, review, marked, view };
  });
  const change = useCallback((changes: Partial<View<T>>) => {
    const { view: before, ...now } = latest.current;
    setSeen(now);
    choose({ ...before, ...changes });
  }, []);
  useSearchFromOutside(useCallback((query: string) => change({ query }), [change]));
  /** `too` orders what the present keys leave equal, instead of taking their place. */
  const sortBy = useCallback(
    (key: string, too = false) =>
      change({ ...sortedBy(latest.current.view, key as T['sort'], too), reviewOrder: undefined }),
    [change],
  );
  return useMemo(
    () => ({
      ...view,
      /** The filters on offer, and the one that is chosen. */
      options,
      option: optionOf(options, view.filter),
      rows,
      arrivals,
      /** What search and filters leave, to review or not. */
      all,
      /** The same when rows to review are asked for. */
      reviewable,
      /** What was judged and reviewed when rows to review were last asked for; undefined where all are shown. */
      judged: reviewed && { review: reviewed, marked: countedMarks },
      /** What the search has looked for instead, where the query itself finds nothing. */
      tried: found.tried,
      /** All rows in that order, also those that the filter or the search hides. */
      order,
      rowsWithHidden: () => narrowed(foundBy({ ...view, hideExclusions: false })),
      change,
      /** Rule 2.24. */
      said: () => writeView(view, kind.firstView),
      show: (said: URLSearchParams) => change(readView(kind, model, kind.firstView, said)),
      sortBy,
      /** The column that a condition is about; undefined while it is not known. */
      columnOf: (key: string) => columnsOf(kind, model, seen.edits, { review: seen.review, arrivals })(key),
      /** Differs for every view, so that the grid starts at the top again. */
      key: JSON.stringify(view),
    }),
    [
      kind,
      model,
      view,
      options,
      rows,
      arrivals,
      all,
      reviewable,
      reviewed,
      countedMarks,
      found,
      order,
      narrowed,
      foundBy,
      seen,
      change,
      sortBy,
    ],
  );
}

/** Saved, or loaded again: nothing moves. */
function hasSameRows(before: KindTypes['model'], after: KindTypes['model']): boolean {
  const [was, is] = [before.columns.pzn, after.columns.pzn];
  return was.length === is.length && was.every((pzn, row) => pzn === is[row]);
}

function optionOf<T extends KindTypes>(options: readonly FilterOption<T>[], { name, value }: Filter<T>) {
  return options.find((each) => each.name === name && (each.value === null || each.value === value));
}

/** The next order when a heading is chosen; the one that is active reverses. */
function sortedBy<T extends KindTypes>(
  { sort, sortThen = [], reviewOrder }: View<T>,
  key: T['sort'],
  too: boolean,
): Pick<View<T>, 'sort' | 'sortThen'> {
  const turned = (each: Sort<T>) => (each.key === key ? { key, reversed: !each.reversed } : each);
  if (!too || reviewOrder)
    return { sort: sort.key === key && !reviewOrder ? turned(sort) : { key, reversed: false }, sortThen: [] };
  const known = [sort, ...sortThen].some((each) => each.key === key);
  return { sort: turned(sort), sortThen: known ? sortThen.map(turned) : [...sortThen, { key, reversed: false }] };
}

function columnsOf<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  { review, arrivals }: Pick<Judged, 'review' | 'arrivals'>,
) {
  return (key: string): ConditionColumn | undefined => {
    if (key === WAITING_DAYS) return arrivals && waitingDays(model as PriceListModel, arrivals, isoDay(new Date()));
    if (key !== CHANGE) return kind.values(model, key as T['sort'], edits);
    if (review === undefined) return undefined;
    const { before, after } = review.columns;
    return Float64Array.from(before, (cents, row) => deviationPercent(after[row], cents) ?? NaN);
  };
}
