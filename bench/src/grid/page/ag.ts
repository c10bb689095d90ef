import { deviationPercent, formatCents, formatDate, formatPercent } from '@portal/rules';
import { AllCommunityModule, type ColDef, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community';
import { enter } from './contestant.ts';
import { createColumns } from './data.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const columns = createColumns();
type Row = { [Name in keyof typeof columns]: (typeof columns)[Name][number] };
const names = Object.keys(columns) as (keyof Row)[];
// Made beforehand: building the objects is not counted against the grid.
const rowData = columns.pzn.map((_, row) =>
  Object.fromEntries(names.map((name) => [name, columns[name][row]])),
) as unknown as Row[];

const german = new Intl.Collator('de', { numeric: true });
const searched = new Set<string>(['pzn', 'name']);
const quiet = { getQuickFilterText: () => '' };

function column(field: keyof Row, definition: ColDef<Row> = {}): ColDef<Row> {
  return { field, width: 84, ...(searched.has(field) ? {} : quiet), ...definition };
}
function price(field: keyof Row): ColDef<Row> {
  return column(field, { valueFormatter: ({ value }) => (value === null ? '–' : formatCents(value)) });
}
function difference(field: 'avp' | 'vhp' | 'priceMin' | 'priceAvg' | 'priceMax'): ColDef<Row> {
  return {
    colId: `diff${field}`,
    width: 84,
    ...quiet,
    valueGetter: ({ data }) => data && deviationPercent(data.calculatedPrice, data[field]),
    valueFormatter: ({ value }) => (value === null ? '–' : formatPercent(value, { sign: true })),
  };
}

const columnDefs: ColDef<Row>[] = [
  column('pzn', { width: 86, pinned: 'left' }),
  column('name', {
    width: 300,
    pinned: 'left',
    comparator: (a: string, b: string) => german.compare(a, b),
    getQuickFilterText: ({ data }) => `${data.name}|${data.producer}|${data.brand ?? ''}`,
  }),
  column('normSize'),
  column('atc'),
  column('peCluster'),
  column('vhCluster'),
  column('units'),
  price('avp'),
  difference('avp'),
  price('vhp'),
  difference('vhp'),
  price('priceMin'),
  difference('priceMin'),
  price('priceAvg'),
  difference('priceAvg'),
  price('priceMax'),
  difference('priceMax'),
  // it sorts by the name of what the list shows there
  { ...price('calculatedPrice'), colId: 'effectivePrice' },
  column('priceType'),
  column('date', { valueFormatter: ({ value }) => formatDate(new Date(value * 1000), 'dd.MM.yyyy') }),
];

let api: GridApi<Row>;
enter(columns, {
  mount(host) {
    host.innerHTML = '<input aria-label="Suche"><div style="flex:1;min-height:0"></div>';
    const input = host.querySelector('input') as HTMLInputElement;
    input.oninput = () => api.setGridOption('quickFilterText', input.value);
    api = createGrid<Row>(host.lastElementChild as HTMLElement, {
      columnDefs,
      rowData,
      rowHeight: 36,
      animateRows: false,
      cacheQuickFilter: true,
    });
  },
  sort: (key, reversed) =>
    api.applyColumnState({
      state: [{ colId: key, sort: reversed ? 'desc' : 'asc' }],
      defaultState: { sort: null },
    }),
  search: (query) => api.setGridOption('quickFilterText', query),
  firstName: () => document.querySelector('.ag-row[row-index="0"] [col-id="name"]')?.textContent ?? undefined,
  scroller: () =>
    [...document.querySelectorAll<HTMLElement>('[class*="viewport"]')].find(
      (each) => each.scrollHeight > 1e5 && getComputedStyle(each).overflowY !== 'visible',
    ) as HTMLElement,
});
