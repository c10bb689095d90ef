import {
  type CSSProperties,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { List, type ListImperativeAPI } from 'react-window';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, type GridRowLook, type GridRowProps, RowStateContext } from './GridRow.tsx';
import classes from './grid.module.css';
import { canvasWidth, cellStyles, type GridColumn, type GridSort, pinnedWidth } from './grid-column.ts';
import type { Cell } from './cells.ts';
import { createGridSelection, useStableSelection } from './grid-selection.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { useColumnsInView } from './use-columns-in-view.ts';
import { useDrawnRange } from './use-drawn-range.ts';
import { type GridHandle, useGridHandle } from './use-grid-handle.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useLaidOut } from './use-laid-out.ts';
import { usePinsThatFit } from './use-pins.ts';

/** Pixels of a row. */
const ROW_HEIGHT = { comfortable: 36, dense: 28, tall: 56 } as const;
const OVERSCAN = 2;

/** It measures the page each time it is drawn. */
const Rows = memo(List) as typeof List;

export type DataGridProps<Data extends object> = {
  /** Accessible name. */
  label: string;
  columns: readonly GridColumn<Data>[];
  /** Rows to show, in order; numbers that cells understand. */
  rows: ArrayLike<number>;
  /** Compared shallowly. */
  dataOf: (row: number) => Data;
  lookOf?: (row: number, data: Data) => GridRowLook;
  sort?: GridSort;
  /** A heading is chosen; `too` orders what the present order leaves equal. */
  onSort?: (key: string, too: boolean) => void;
  /** The menu of a column is asked for; see `headingMenuId`. */
  onMenu?: (id: string) => void;
  /** Enter on a row that takes no input, Alt and Enter on every row. */
  onOpen?: (row: number) => void;
  /** A click on a row beside its inputs, or the space bar. */
  onToggle?: (row: number) => void;
  /** Little room: the click opens the row instead, and the head is low where it holds no boxes. */
  narrow?: boolean;
  /** When it changes the grid starts at the top again. */
  viewKey?: string;
  /** Lower rows, for those who look at many with a mouse. */
  dense?: boolean;
  /** Higher rows, for a phone, where a name takes two lines. */
  tall?: boolean;
  /** Pixels; undefined: the usual width. */
  onResize?: (id: string, width: number | undefined) => void;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  /** For who wants to lead to a row. */
  handle?: RefObject<GridHandle | null>;
  printHint: string;
};

/** Only rows in view exist; elements are recycled. Rules 2.16, 2.21 and 2.33. */
export function DataGrid<Data extends object>(props: DataGridProps<Data>) {
  const { label, rows, dataOf, lookOf, sort, onSort, onOpen, onToggle, viewKey, empty, printHint } = props;
  const { dense = false, tall = false, narrow = false, onResize, onMenu } = props;
  const rowHeight = tall ? ROW_HEIGHT.tall : dense ? ROW_HEIGHT.dense : ROW_HEIGHT.comfortable;
  const [scroller, scrollerRef] = useLaidOut<HTMLDivElement>();
  const [body, bodyRef] = useLaidOut<HTMLDivElement>();
  const [takesOver] = useState(isGridShown);
  const listRef = useRef<ListImperativeAPI | null>(null);
  const columns = usePinsThatFit(props.columns, scroller);
  const styles = useMemo(() => cellStyles(columns), [columns]);
  const placed = useColumnsInView(columns, scroller);
  const at = useCallback((position: number) => rows[position] as number, [rows]);
  const [selection] = useState(createGridSelection);
  const focus = useCellFocus({ selection, columns, rowCount: rows.length, scroller, listRef });
  const { keep, follow } = focus;
  const isEditable = ({ position, column }: Cell) => {
    const row = at(position);
    return columns[column]?.editable?.(row, dataOf(row)) === true;
  };
  const onKeyDown = useGridKeys({
    selection,
    focus,
    scroller,
    size: () => ({
      rows: rows.length,
      columns: columns.length,
      page: Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2),
    }),
    isEditable,
    typedColumns: columns.flatMap(({ typed }, index) => (typed ? [index] : [])),
    onMenu:
      onMenu &&
      ((column) => {
        const id = columns[column]?.id;
        if (id !== undefined) onMenu(id);
      }),
    onOpen: onOpen && ((position) => onOpen(at(position))),
    onToggle: onToggle && ((position) => onToggle(at(position))),
  });
  const range = useDrawnRange({ focus, scroller });
  useGridHandle(props.handle, { ...focus, selection, scroller, columns, rows, isEditable });
  useStableSelection(selection, rows.length, columns);
  const startedWith = useRef(viewKey);
  useEffect(() => {
    // A new grid is at the top: scrolling would force a layout.
    if (startedWith.current === viewKey) return;
    startedWith.current = viewKey;
    selection.moveTo({ position: 0, column: selection.active().column });
    scrollTo(scroller, 0);
  }, [viewKey, scroller, selection]);

  const rowProps = useMemo<GridRowProps<Data>>(() => ({ rows, placed, lookOf }), [rows, placed, lookOf]);
  const state = useMemo(() => ({ dataOf, selection }), [dataOf, selection]);
  const rowKey = useRecycledKeys(rowHeight);
  const firstHeight = useMemo(() => scroller?.clientHeight || guessHeight(), [scroller]);
  useLayoutEffect(() => follow(), [rowKey, columns, follow]);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    const onPress = narrow && onOpen ? onOpen : onToggle;
    if (!onPress || range.wasDrawn() || element.closest('button, input, label, a, [data-own-click]')) return;
    const position = element.closest<HTMLElement>('[data-position]')?.dataset.position;
    if (position !== undefined && !hasSelection()) onPress(at(Number(position)));
  };
  useFirstRowAnchor(scroller, rowHeight);
  useDrawnMark(scroller, rows.length);

  return (
    <>
      <div
        ref={scrollerRef}
        role="grid"
        // A browser's translation would change names, prices and what is typed between them.
        translate="no"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        className={classes.scroller}
        style={keepsInView(columns)}
        data-dense={dense && !tall ? '' : undefined}
        data-tall={tall ? '' : undefined}
        data-low-head={narrow && !columns.some(({ extra }) => extra !== undefined) ? '' : undefined}
        data-empty={rows.length === 0 ? '' : undefined}
        // Without rows the grid itself takes focus.
        tabIndex={rows.length === 0 ? 0 : -1}
        aria-multiselectable
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onInput={focus.startTyping}
        {...range.handlers}
        onClick={onClick}
      >
        <div className={classes.canvas} style={canvasWidth(columns)} role="presentation">
          <GridHeader
            columns={columns}
            styles={styles}
            sort={sort}
            onSort={onSort}
            onResize={onResize}
            onMenu={onMenu}
          />
          <RowStateContext value={state}>
            {/* Rows in a task of their own, measured in a third (ADR 82). */}
            {(scroller ?? takesOver) && (
              <div ref={bodyRef} role="presentation">
                <Rows
                  role="rowgroup"
                  listRef={listRef}
                  scrollElement={body && scroller}
                  defaultHeight={firstHeight}
                  overscanCount={OVERSCAN}
                  rowComponent={GridRow as typeof GridRow<Data>}
                  rowCount={rows.length}
                  rowHeight={rowHeight}
                  rowKey={rowKey}
                  rowProps={rowProps as never}
                  onRowsRendered={keep}
                />
              </div>
            )}
          </RowStateContext>
        </div>
        {rows.length === 0 && <div className={classes.empty}>{empty}</div>}
      </div>
      <p className={classes.printHint}>{printHint}</p>
    </>
  );
}

/** What takes the focus is scrolled out from below the pinned columns. */
function keepsInView(columns: readonly GridColumn<never>[]): CSSProperties {
  return { scrollPaddingLeft: pinnedWidth(columns, 'left'), scrollPaddingRight: pinnedWidth(columns, 'right') };
}

/** Where another grid stood, rows come at once. */
const isGridShown = () => document.querySelector('[role="grid"]') !== null;

/** Pixels, before layout. Missing rows come with the next frame. */
function guessHeight(): number {
  return Math.round(Math.max(innerHeight / 3, innerHeight - 440));
}

/** Rows of another height, as when a phone is turned: the first one stays the first. */
function useFirstRowAnchor(scroller: HTMLElement | null, rowHeight: number): void {
  const first = useRef(0);
  const height = useRef(rowHeight);
  useEffect(() => {
    if (!scroller) return undefined;
    const note = () => {
      first.current = scroller.scrollTop / height.current;
    };
    scroller.addEventListener('scroll', note, { passive: true });
    return () => scroller.removeEventListener('scroll', note);
  }, [scroller]);
  useLayoutEffect(() => {
    if (height.current === rowHeight) return;
    height.current = rowHeight;
    scrollTo(scroller, first.current * rowHeight);
  }, [scroller, rowHeight]);
}

function useDrawnMark(scroller: HTMLElement | null, rowCount: number): void {
  useEffect(() => {
    const mark = () => {
      const drawn = scroller?.querySelectorAll('[data-position]').length ?? 0;
      scroller?.toggleAttribute('data-drawn', drawn >= rowCount);
    };
    addEventListener('beforeprint', mark);
    return () => removeEventListener('beforeprint', mark);
  }, [scroller, rowCount]);
}

function scrollTo(scroller: HTMLElement | null, top: number): void {
  if (scroller) scroller.scrollTop = top;
}

/** A selection is not a click. */
function hasSelection(): boolean {
  return (getSelection()?.toString().length ?? 0) > 0;
}

/**
 * Keys repeat, so that elements are recycled; their number never shrinks, or rows would change elements while somebody
 * types.
 */
function useRecycledKeys(rowHeight: number): (position: number) => number {
  // Stored: reading it forces a layout.
  const [height, setHeight] = useState(() => innerHeight);
  useEffect(() => {
    const measure = () => setHeight((before) => Math.max(before, innerHeight));
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const count = Math.ceil(height / rowHeight) + 2 * OVERSCAN + 2;
  return useCallback((position: number) => position % count, [count]);
}
