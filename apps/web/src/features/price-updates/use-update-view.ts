import {
  type ApprovalFilter,
  approvalFilterIndex,
  type ApprovalModel,
  type ApprovalSort,
  approvalSortIndex,
  FIRST_APPROVAL_SORT,
  formatFilterSetting,
  formatSortSetting,
  NO_APPROVAL_FILTER,
  parseFilterSetting,
  parseSortSetting,
  type RowEdits,
  searchIndex,
  visibleRows,
} from '@portal/list-view';
import { useMemo, useState } from 'react';
import type { LzdHead } from './price-updates-api.ts';
import type { ViewSettings } from './use-update-session.ts';

/**
 * Sort, filter and search of a package and the rows they leave. Rows keep their place while they are edited: entered values
 * count when the user sorts, filters or searches the next time. An LZD starts with what was saved with it.
 */
export function useUpdateView(model: ApprovalModel, edits: RowEdits, lzd: LzdHead | null) {
  const [sort, setSort] = useState(() =>
    lzd ? parseSortSetting(model.kind, lzd.sortOrderSetting) : FIRST_APPROVAL_SORT,
  );
  const [chosen, setFilterOnly] = useState(() => (lzd ? storedFilter(model, lzd.filterSetting) : NO_APPROVAL_FILTER));
  // Once approved there is nothing edited to filter by (rule 6.10).
  const filter = !model.editable && chosen.name === 'edited' ? NO_APPROVAL_FILTER : chosen;
  const [query, setQueryOnly] = useState('');
  // What was entered when the user last sorted, filtered or searched.
  const [seen, setSeen] = useState(edits);
  const [seenModel, setSeenModel] = useState(model);
  if (seenModel !== model) {
    setSeenModel(model);
    setSeen(edits);
  }

  const order = useMemo(() => approvalSortIndex(model, sort, seen), [model, sort, seen]);
  const rows = useMemo(
    () => visibleRows(order, approvalFilterIndex(model, filter, seen), searchIndex(model, query)),
    [model, order, filter, query, seen],
  );

  const sortBy = (key: string) => {
    setSeen(edits);
    setSort((before) => ({
      key: key as ApprovalSort['key'],
      reversed: before.key === key ? !before.reversed : false,
    }));
  };
  const setFilter = (next: ApprovalFilter) => {
    setSeen(edits);
    setFilterOnly(next);
  };
  const search = (next: string) => {
    setSeen(edits);
    setQueryOnly(next);
  };
  const settings: ViewSettings = {
    filterSetting: formatFilterSetting(filter),
    sortOrderSetting: formatSortSetting(sort),
  };
  const viewKey = [sort.key, sort.reversed, filter.name, filter.value, query].join('|');
  return { rows, order, sort, sortBy, filter, setFilter, query, search, settings, viewKey };
}

/** A check reason that no row has any more would leave nothing to see. */
function storedFilter(model: ApprovalModel, setting: string | null): ApprovalFilter {
  const filter = parseFilterSetting(model.kind, setting);
  const gone = filter.name === 'reason' && !model.columns.checkReason.includes(filter.value);
  return gone ? NO_APPROVAL_FILTER : filter;
}
