import { type CSSProperties, memo, type PointerEvent, useRef } from 'react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
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
  onSort: OnSort | undefined;
  onResize?: ((id: string, width: number | undefined) => void) | undefined;
};

/** `too` with the shift key: orders what the present order leaves equal. */
type OnSort = (key: string, too: boolean) => void;

/** The headings; those that sort are buttons. */
export const GridHeader = memo(function GridHeader({ columns, styles, sort, onSort, onResize }: Props) {
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
            {onResize && <Edge onResize={(width) => onResize(column.id, width)} />}
          </div>
        ))}
      </div>
    </div>
  );
});

/** Pixels that a column is wide at least and at most. */
export const COLUMN_WIDTH = { min: 40, max: 800 } as const;

function Edge({ onResize }: { onResize: (width: number | undefined) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!start.current) return;
    const width = Math.round(start.current.width + clientX - start.current.x);
    onResize(Math.max(COLUMN_WIDTH.min, Math.min(COLUMN_WIDTH.max, width)));
  };
  const release = () => {
    start.current = null;
  };
  return (
    <span
      aria-hidden
      className={classes.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onResize(undefined)}
    />
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
  onSort: OnSort;
};

function SortButton({ sortKey, label, longLabel, sort, onSort }: ButtonProps) {
  const all = sort ? [sort, ...(sort.next ?? [])] : [];
  const place = all.findIndex(({ key }) => key === sortKey);
  const active = all[place];
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.sort}
      title={longLabel}
      data-active={active ? '' : undefined}
      onClick={({ shiftKey }) => onSort(sortKey, shiftKey)}
    >
      <span>{label}</span>
      <SortIcon active={active} />
      {all.length > 1 && active && <span className={classes.sortPlace}>{place + 1}</span>}
    </button>
  );
}

function SortIcon({ active }: { active: Pick<GridSort, 'reversed'> | undefined }) {
  if (!active) return <span aria-hidden className={classes.sortIdle} />;
  return active.reversed ? <IconArrowDown aria-hidden size={13} /> : <IconArrowUp aria-hidden size={13} />;
}
