import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Sort } from '../src/ui/table/SortHead.tsx';
import { type Column, Table } from '../src/ui/table/Table.tsx';
import classes from './gallery.module.css';

type Row = { name: string; day: string; price: string };

const ROWS: readonly Row[] = [
  { name: 'Salbe 20 g', day: '02.03.2026', price: '4,95 €' },
  { name: 'Tropfen 100 ml', day: '02.03.2026', price: '12,49 €' },
  { name: 'Pflaster 10 St', day: '01.03.2026', price: '3,20 €' },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', head: 'Artikel', kind: 'name', leads: true, cell: ({ name }) => name },
  { key: 'price', head: 'Preis', kind: 'figure', labelled: true, cell: ({ price }) => price },
  {
    key: 'actions',
    head: 'Aktionen',
    headless: true,
    kind: 'actions',
    cell: () => (
      <Button size="compact-sm" variant="default">
        Öffnen
      </Button>
    ),
  },
];

export function Tables() {
  const [sort, setSort] = useState<Sort<'name' | 'price'>>({ key: 'name', reversed: false });
  const table = { columns: COLUMNS, rowKey: ({ name }: Row) => name, foldsBelow: '48em' } as const;
  return (
    <div className={classes.stack}>
      <Table
        {...table}
        label="Artikel"
        rows={sort.reversed ? ROWS.toReversed() : ROWS}
        sort={{ by: sort, keys: ['name', 'price'], onSort: setSort }}
        more={{ first: 2, step: 10, text: () => 'Weitere anzeigen' }}
      />
      <Table {...table} label="Artikel nach Tagen" rows={ROWS} groupOf={({ day }) => day} />
      <Table {...table} label="Artikel im Dialog" caption="Drei Artikel" rows={ROWS} dense maxHeight="6rem" />
      <Table {...table} rows={[]} empty="Keine Artikel." />
    </div>
  );
}
