import type { CSSProperties } from 'react';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import classes from './grid.module.css';
import { cellClass } from './GridRow.tsx';
import type { GridColumn, GridSort } from './grid-column.ts';

type Props = {
  columns: readonly Pick<
    GridColumn<never>,
    'id' | 'label' | 'longLabel' | 'extra' | 'sortable' | 'alsoSorts' | 'align' | 'pinned' | 'startsGroup'
  >[];
  styles: readonly CSSProperties[];
  sort: GridSort | undefined;
  onSort: ((key: string) => void) | undefined;
};

/** The headings; those that sort are buttons. */
export function GridHeader({ columns, styles, sort, onSort }: Props) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 1}
            data-column={column.id}
            className={cellClass(column)}
            style={styles[at]}
            {...(column.sortable && onSort ? { 'aria-sort': direction(column, sort) } : {})}
          >
            {column.sortable && onSort ? (
              <SortButton {...column} sortKey={column.id} sort={sort} onSort={onSort} />
            ) : (
              <span title={column.longLabel}>{column.label}</span>
            )}
            {column.alsoSorts && onSort && (
              <>
                <span aria-hidden>/</span>
                <SortButton sortKey={column.alsoSorts.key} label={column.alsoSorts.label} sort={sort} onSort={onSort} />
              </>
            )}
            {column.extra}
          </div>
        ))}
      </div>
    </div>
  );
}

function direction(column: Props['columns'][number], sort: GridSort | undefined) {
  if (sort?.key !== column.id && (!sort || sort.key !== column.alsoSorts?.key)) return 'none';
  return sort.reversed ? 'descending' : 'ascending';
}

type ButtonProps = {
  sortKey: string;
  label: string;
  longLabel?: string;
  sort: GridSort | undefined;
  onSort: (key: string) => void;
};

function SortButton({ sortKey, label, longLabel, sort, onSort }: ButtonProps) {
  const active = sort?.key === sortKey ? sort : undefined;
  return (
    <button
      type="button"
      className={classes.sort}
      title={longLabel}
      data-active={active ? '' : undefined}
      onClick={() => onSort(sortKey)}
    >
      <span>{label}</span>
      <SortIcon active={active} />
    </button>
  );
}

function SortIcon({ active }: { active: GridSort | undefined }) {
  if (!active) return <IconArrowsSort aria-hidden className={classes.sortIdle} size={12} />;
  return active.reversed ? <IconArrowDown aria-hidden size={13} /> : <IconArrowUp aria-hidden size={13} />;
}
