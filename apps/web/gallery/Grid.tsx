import { useState } from 'react';
import { article, cutText, money } from '../src/editing/cells/cells.tsx';
import { DataGrid } from '../src/ui/grid/DataGrid.tsx';
import type { GridColumn, GridSort } from '../src/ui/grid/grid-column.ts';
import classes from './gallery.module.css';

const ROWS = Uint32Array.from({ length: 5000 }, (_, row) => row);
const NO_ROWS = new Uint32Array(0);
const NO_DATA = {};
const PRINT_HINT = 'Der Browser druckt nur den sichtbaren Teil der Liste.';

const COLUMNS: readonly GridColumn<object>[] = [
  {
    id: 'name',
    label: 'Artikel',
    width: 220,
    grows: true,
    pinned: 'left',
    sortable: true,
    cell: (row) => article(`Artikel ${row + 1}`, 'Hersteller · 20 ST'),
  },
  { id: 'brand', label: 'Marke', width: 140, cell: () => cutText('Ein Name, der für seine Spalte zu lang ist') },
  { id: 'aep', label: 'AEP', width: 110, align: 'end', cell: (row) => money(500 + row) },
  { id: 'price', label: 'TruePrice', width: 110, align: 'end', startsGroup: true, cell: (row) => money(800 + row) },
];

export function Grid() {
  const [sort, setSort] = useState<GridSort>({ key: 'name', reversed: false });
  const rows = sort.reversed ? ROWS.toReversed() : ROWS;
  return (
    <div className={classes.stack}>
      <div className={classes.grid}>
        <DataGrid
          label="Preisliste"
          columns={COLUMNS}
          rows={rows}
          dataOf={() => NO_DATA}
          sort={sort}
          onSort={(key) => setSort(({ reversed }) => ({ key, reversed: !reversed }))}
          printHint={PRINT_HINT}
        />
      </div>
      <div className={classes.grid}>
        <DataGrid
          label="Leere Preisliste"
          columns={COLUMNS}
          rows={NO_ROWS}
          dataOf={() => NO_DATA}
          empty="Zu diesem Filter gibt es keine Artikel."
          printHint={PRINT_HINT}
        />
      </div>
    </div>
  );
}
