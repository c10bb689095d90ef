import {
  filterIndex,
  isEditModeFilter,
  type PriceListFilter,
  type PriceListModel,
  type PriceListSortKey,
  type RowEdits,
  searchIndex,
  sortIndex,
  visibleRows,
} from '@portal/list-view';
import { useMemo, useState } from 'react';

export type ListSort = { readonly key: PriceListSortKey; readonly reversed: boolean };

export type ListFilter = {
  readonly filter: PriceListFilter;
  /** Value of the second dropdown. */
  readonly second: string | null;
  readonly query: string;
  readonly hideNegative: boolean;
};

const FIRST_SORT: ListSort = { key: 'name', reversed: false };
/** The list as it is opened. */
export const NO_FILTER: ListFilter = { filter: 'all', second: null, query: '', hideNegative: true };

/**
 * Sort, filter and search of the list and the rows they leave. Rows keep their place while they are edited: entered
 * values count when the user sorts or filters the next time.
 */
export function useListView(model: PriceListModel, edits: RowEdits, editMode: boolean) {
  const [sort, setSort] = useState(FIRST_SORT);
  const [chosen, setChosen] = useState(NO_FILTER);
  const filter = !editMode && isEditModeFilter(chosen.filter) ? { ...chosen, filter: 'all' as const } : chosen;
  // What was entered when the user last sorted or filtered.
  const [seen, setSeen] = useState(edits);
  const [seenMode, setSeenMode] = useState(editMode);
  if (seenMode !== editMode) {
    setSeenMode(editMode);
    setSeen(edits);
  }

  const order = useMemo(
    () => sortIndex(model, sort.key, sort.reversed, editMode ? seen : undefined),
    [model, sort, editMode, seen],
  );
  const rows = useMemo(() => {
    const context = { editMode, hideNegative: filter.hideNegative };
    const kept = filterIndex(model, filter.filter, filter.second, seen, context);
    // Exclusions that the filter hides are hidden from the search too (rule 4.4).
    return visibleRows(order, kept, searchIndex(model, filter.query));
  }, [model, order, filter.filter, filter.second, filter.query, filter.hideNegative, editMode, seen]);

  /** The same rows with the exclusions that are hidden; worked out only when a file is asked for. */
  const rowsWithHidden = () => {
    const kept = filterIndex(model, filter.filter, filter.second, seen, { editMode, hideNegative: false });
    return visibleRows(order, kept, searchIndex(model, filter.query));
  };

  const sortBy = (key: PriceListSortKey) => {
    setSeen(edits);
    setSort((before) => ({ key, reversed: before.key === key ? !before.reversed : false }));
  };
  const setFilter = (next: ListFilter) => {
    setSeen(edits);
    setChosen(next);
  };
  const viewKey = [sort.key, sort.reversed, filter.filter, filter.second, filter.query, filter.hideNegative].join('|');
  return { rows, rowsWithHidden, sort, sortBy, filter, setFilter, viewKey };
}
