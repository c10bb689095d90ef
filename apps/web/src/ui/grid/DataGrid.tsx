import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, type GridRowLook, type GridRowProps } from './GridRow.tsx';
import classes from './grid.module.css';
import { type GridColumn, type GridSort, gridTracks, pinnedOffsets } from './grid-column.ts';
import { useRowFocus } from './use-row-focus.ts';

const ROW_HEIGHT = 36;
const OVERSCAN = 4;

export type DataGridProps<Data extends object> = {
  /** Accessible name. */
  label: string;
  columns: readonly GridColumn<Data>[];
  /** Rows to show, in order; numbers that cells understand. */
  rows: ArrayLike<number>;
  /** What the cells of a row need; compared shallowly to see whether a row changed. */
  dataOf: (row: number) => Data;
  lookOf?: (row: number, data: Data) => GridRowLook;
  sort?: GridSort;
  onSort?: (key: string) => void;
  /** Enter on a row. */
  onOpen?: (row: number) => void;
  /** A click on a row beside its inputs, or the space bar. */
  onToggle?: (row: number) => void;
  isLocked?: (row: number) => boolean;
  /** When it changes the grid starts at the top again. */
  viewKey?: string;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
};

/** A dense grid for very many rows: only those in view are in the page, their elements are used again and again. */
export function DataGrid<Data extends object>(props: DataGridProps<Data>) {
  const { label, columns, rows, dataOf, lookOf, sort, onSort, onOpen, onToggle, isLocked, viewKey, empty } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const listRef = useRef<ListImperativeAPI | null>(null);
  const offsets = useMemo(() => pinnedOffsets(columns), [columns]);
  const at = useCallback((position: number) => rows[position] as number, [rows]);
  const focus = useRowFocus({
    rowCount: rows.length,
    rowHeight: ROW_HEIGHT,
    scroller,
    listRef,
    isLocked: isLocked && ((position) => isLocked(at(position))),
    onOpen: onOpen && ((position) => onOpen(at(position))),
    onToggle: onToggle && ((position) => onToggle(at(position))),
  });
  const { setActive, settle, active } = focus;
  useEffect(() => {
    setActive(0);
    scrollToTop(scroller);
  }, [viewKey, scroller, setActive]);

  const rowProps = useMemo<GridRowProps<Data>>(
    () => ({ rows, columns, offsets, dataOf, lookOf, active }),
    [rows, columns, offsets, dataOf, lookOf, active],
  );
  const rowKey = useRecycledKeys(scroller);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    if (!onToggle || element.closest('button, input, label, a, [data-own-click]')) return;
    const position = element.closest<HTMLElement>('[data-position]')?.dataset.position;
    if (position !== undefined && !hasSelection()) onToggle(at(Number(position)));
  };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const style: CSSProperties = { minWidth: width, ['--grid-tracks' as string]: gridTracks(columns) };

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      className={classes.scroller}
      data-empty={rows.length === 0 ? '' : undefined}
      // A grid without rows is scrolled by keyboard itself; else its rows take the focus.
      tabIndex={rows.length === 0 ? 0 : -1}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onClick={onClick}
    >
      <div className={classes.canvas} style={style} role="presentation">
        <GridHeader columns={columns} offsets={offsets} sort={sort} onSort={onSort} />
        <List
          role="rowgroup"
          listRef={listRef}
          scrollElement={scroller}
          defaultHeight={720}
          overscanCount={OVERSCAN}
          rowComponent={GridRow as typeof GridRow<Data>}
          rowCount={rows.length}
          rowHeight={ROW_HEIGHT}
          rowKey={rowKey}
          rowProps={rowProps as never}
          onRowsRendered={settle}
        />
      </div>
      {rows.length === 0 && <div className={classes.empty}>{empty}</div>}
    </div>
  );
}

function scrollToTop(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollTop = 0;
}

/** Text that the user has just selected with the mouse is no click on a row. */
function hasSelection(): boolean {
  return (getSelection()?.toString().length ?? 0) > 0;
}

/** Keys that come round again, so that elements are reused while scrolling; at least as many as fit on the screen. */
function useRecycledKeys(scroller: HTMLElement | null): (position: number) => number {
  const fitting = Math.ceil((scroller?.ownerDocument.defaultView?.screen.height ?? 0) / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  const count = Math.max(64, fitting);
  return useCallback((position: number) => position % count, [count]);
}
