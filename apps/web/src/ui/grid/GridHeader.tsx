import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react';
import { anchorId } from '../late-menu/Anchor.tsx';
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
  /** Opens the menu of a column. */
  onMenu?: ((id: string) => void) | undefined;
};

/** Of the menu of a column, for `Anchor`. */
export const headingMenuId = (column: string) => `heading-${column}`;

/** `too` with the shift key: orders what the present order leaves equal. */
type OnSort = (key: string, too: boolean) => void;

/** The headings; those that sort are buttons. */
export const GridHeader = memo(function GridHeader({ columns, styles, sort, onSort, onResize, onMenu }: Props) {
  /** The heading with the pointer or the focus; the others need no button of their menu. */
  const [current, setCurrent] = useState<string | null>(null);
  const look = ({ target }: SyntheticEvent) => onMenu && setCurrent(columnAt(target));
  const leave = () => setCurrent(null);
  const onContextMenu = (event: MouseEvent) => {
    const id = columnAt(event.target);
    if (!onMenu || id === null) return;
    event.preventDefault();
    onMenu(id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the grid
    <div
      role="rowgroup"
      className={classes.head}
      onPointerOver={look}
      onPointerLeave={leave}
      onFocus={look}
      onBlur={leave}
      onContextMenu={onContextMenu}
    >
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {columns.map((column, at) => (
          <div
            key={column.id}
            id={onMenu && anchorId(headingMenuId(column.id))}
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
            {onMenu && column.id === current && <MenuButton onOpen={() => onMenu(column.id)} />}
            {onResize && <Edge onResize={(width) => onResize(column.id, width)} />}
          </div>
        ))}
      </div>
    </div>
  );
});

function columnAt(target: EventTarget): string | null {
  const heading = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return heading?.dataset.column ?? null;
}

/** For the mouse: the keyboard opens the menu by Alt and the arrow, screen readers by their key for it. */
function MenuButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      data-menu
      className={classes.menu}
      // The focus stays; it would go with the button.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <IconDotsVertical aria-hidden size={16} />
    </button>
  );
}

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
  const index = all.findIndex(({ key }) => key === sortKey);
  const active = all[index];
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.sort}
      aria-keyshortcuts="Alt+ArrowDown"
      title={longLabel}
      data-active={active ? '' : undefined}
      onClick={({ shiftKey }) => onSort(sortKey, shiftKey)}
    >
      <span>{label}</span>
      <SortIcon active={active} />
      {all.length > 1 && active && <span className={classes.sortPlace}>{index + 1}</span>}
    </button>
  );
}

function SortIcon({ active }: { active: Pick<GridSort, 'reversed'> | undefined }) {
  if (!active) return <span aria-hidden className={classes.sortIdle} />;
  return active.reversed ? <IconArrowDown aria-hidden size={13} /> : <IconArrowUp aria-hidden size={13} />;
}
