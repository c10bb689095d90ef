import { PRICE_LIST } from '@portal/web/src/editing/kinds/price-list.ts';
import type { RowData } from '@portal/web/src/editing/kind/column.ts';
import { shownOf } from '@portal/web/src/lib/use-stored-toggles.ts';
import { useIdleWork } from '@portal/web/src/lib/use-idle-work.ts';
import { DataGrid } from '@portal/web/src/ui/grid/DataGrid.tsx';
import {
  buildPriceListModel,
  editAt,
  NO_EDITS,
  prepareSearch,
  type PriceListSortKey,
  putEdit,
  rowAt,
  searchIndex,
  sortIndex,
  visibleRows,
} from '@portal/list-view';
import { withPrice } from '@portal/rules';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { enter } from './contestant.ts';
import { createColumns } from './data.ts';

const columns = createColumns();
const model = buildPriceListModel(columns);
/** With inputs in every row, as while editing; asked for by ?edit. */
const editMode = location.search === '?edit';
const SHOWN: ReadonlySet<string> = new Set([
  ...PRICE_LIST.standard,
  'showPeCluster',
  'showVhCluster',
  'showVhPrice',
  'showUmfeldPreisMin',
  'showUmfeldPreisMax',
  'showAtcCode',
  'showLastChange',
]);
const shown = shownOf(PRICE_LIST.toggles, (toggle) => SHOWN.has(toggle));
const NOTHING = () => {};
/** As the portal's lists do it. */
const prepare = () => prepareSearch(model);
/** The state setters of the page, for the measurements. */
const controls = {
  setSort: NOTHING as (sort: { key: PriceListSortKey; reversed: boolean }) => void,
  setQuery: NOTHING as (query: string) => void,
};

function App() {
  const [sort, putSort] = useState<{ key: PriceListSortKey; reversed: boolean }>({ key: 'pzn', reversed: false });
  const [query, putQuery] = useState('');
  const [edits, setEdits] = useState(NO_EDITS);
  useEffect(() => void Object.assign(controls, { setSort: putSort, setQuery: putQuery }), []);
  useIdleWork(prepare);
  const order = useMemo(() => sortIndex(model, sort.key, sort.reversed), [sort]);
  const rows = useMemo(() => visibleRows(order, searchIndex(model, query)), [order, query]);
  const gridColumns = useMemo(
    () =>
      PRICE_LIST.columns({
        model,
        shown,
        editing: editMode,
        narrow: false,
        rights: { staff: false },
        onOpen: NOTHING,
        t: ((key: string) => key.split('.').at(-1)) as never,
        actions: {
          enterInvalid: NOTHING,
          restore: NOTHING,
          tick: NOTHING,
          onScan: NOTHING,
          enterDays: () => undefined,
          onDays: undefined,
          onPriceTyped: NOTHING,
          enterPrice: (row, price) =>
            setEdits((before) =>
              putEdit(
                model,
                before,
                row,
                withPrice(rowAt(model, row), editAt(model, before, row), price, { blocked: false }),
              ),
            ),
        },
      }),
    [],
  );
  const dataOf = useCallback(
    (row: number): RowData => ({
      edit: edits.get(columns.pzn[row] as string),
      issue: undefined,
      rounded: undefined,
      setApart: false,
      marked: false,
      breach: '',
      why: '',
      chips: '',
      effect: undefined,
      reviewed: false,
      due: false,
      answerUnsaved: false,
      reviewedBy: '',
    }),
    [edits],
  );
  return (
    <>
      <input aria-label="Suche" value={query} onChange={(event) => putQuery(event.target.value)} />
      <DataGrid
        label="Preisliste"
        columns={gridColumns}
        rows={rows}
        dataOf={dataOf}
        sort={sort}
        onSort={(key) =>
          putSort((before) => ({ key: key as PriceListSortKey, reversed: before.key === key && !before.reversed }))
        }
        viewKey={`${sort.key}${sort.reversed}${query}`}
        printHint=""
      />
    </>
  );
}

enter(columns, {
  mount: (host) => flushSync(() => createRoot(host).render(<App />)),
  sort: (key, reversed) => flushSync(() => controls.setSort({ key, reversed })),
  search: (query) => flushSync(() => controls.setQuery(query)),
  firstName: () =>
    document.querySelector('[data-position="0"] [data-column="name"] [title]')?.getAttribute('title') ?? undefined,
  scroller: () => document.querySelector<HTMLElement>('[role="grid"]') as HTMLElement,
});
