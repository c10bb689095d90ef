import { type RowEdits, rowsToReview, searchIndex, intersectRows, visibleRows } from '@portal/list-view';
import { useMemo, useState } from 'react';
import { useAddress, useOpenedWith } from '../lib/use-address.ts';
import type { Filter, Kind, KindTypes, View } from './kind.ts';
import type { GuardedReview } from './review/use-review.ts';
import { readView, writeView } from './view-address.ts';

/**
 * Sort, filter and search of a list and the rows they leave. Rows keep their place while they are edited: entered values count
 * when the user sorts, filters or searches the next time.
 * @param opened how the list is opened where its address says nothing else
 */
export function useView<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  edits: RowEdits,
  editing: boolean,
  review: GuardedReview | undefined,
  opened: View<T> = kind.firstView,
) {
  const address = useOpenedWith();
  const [first] = useState(opened);
  const [chosen, choose] = useState(() => readView(kind, model, first, address));
  useAddress(writeView(chosen, first));
  const options = useMemo(() => kind.filters(model, editing), [kind, model, editing]);
  const optionOf = ({ name, value }: Filter<T>) =>
    options.find((each) => each.name === name && (each.value === null || each.value === value));
  // an option may go, like that of edited rows, or of a check reason that no row has any more
  const view = optionOf(chosen.filter) ? chosen : { ...chosen, filter: kind.firstView.filter };
  // What was entered when the user last sorted, filtered or searched.
  const [seen, setSeen] = useState({ edits, model, editing, review });
  const isOther =
    seen.model !== model || seen.editing !== editing || (seen.review === undefined && review !== undefined);
  if (isOther) setSeen({ edits, model, editing, review });

  const { sort, filter, query, hideExclusions } = view;
  const order = useMemo(() => kind.order(model, sort, seen.edits), [kind, model, sort, seen]);
  const rowsOf = (wanted: View<T>) => {
    const shown = visibleRows(order, kind.keeps(model, wanted, seen.edits, editing), searchIndex(model, wanted.query));
    if (!wanted.review || !seen.review || seen.review.count !== model.count) return shown;
    const wantedRows = wanted.review === 'guardrails' ? seen.review.breaking : rowsToReview(seen.review, wanted.review);
    return wanted.byWeight
      ? intersectRows(wantedRows, shown, model.count)
      : intersectRows(shown, wantedRows, model.count);
  };
  const rows = useMemo(
    () => rowsOf(view),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the view
    [kind, model, order, seen, editing, filter.name, filter.value, query, hideExclusions, view.review, view.byWeight],
  );

  const change = (changes: Partial<View<T>>) => {
    setSeen({ edits, model, editing, review });
    choose({ ...view, ...changes });
  };
  return {
    ...view,
    /** The filters on offer, and the one that is chosen. */
    options,
    option: optionOf(view.filter),
    rows,
    /** All rows in that order, also those that the filter or the search hides. */
    order,
    /** The rows with the exclusions that are hidden; worked out only when a file is asked for. */
    rowsWithHidden: () => rowsOf({ ...view, hideExclusions: false }),
    change,
    sortBy: (key: T['sort']) =>
      change({ sort: { key, reversed: !view.byWeight && sort.key === key ? !sort.reversed : false }, byWeight: false }),
    /** Differs for every view, so that the grid starts at the top again. */
    key: [sort.key, sort.reversed, filter.name, filter.value, query, hideExclusions, view.review, view.byWeight].join(
      '|',
    ),
  };
}
