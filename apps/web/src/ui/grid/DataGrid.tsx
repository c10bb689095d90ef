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
import { cellStyles, type GridColumn, type GridSort, pinnedWidth } from './grid-column.ts';
import type { Place } from './cells.ts';
import { createGridSelection, useKeptSelection } from './grid-selection.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { useColumnsInView } from './use-columns-in-view.ts';
import { useDrawnRange } from './use-drawn-range.ts';
import { type GridHandle, useGridHandle } from './use-grid-handle.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useLaidOut } from './use-laid-out.ts';
import { usePinsThatFit } from './use-pins.ts';

/** Pixels of a row. */
const ROW_HEIGHT = { comfortable: 36, dense: 28 } as const;
const OVERSCAN = 2;

/** It measures the page each time it is drawn. */
const Rows = memo(List) as typeof List;

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
  /** A heading is chosen; `too` orders what the present order leaves equal. */
  onSort?: (key: string, too: boolean) => void;
  /** Enter on a row that takes no input, Alt and Enter on every row. */
  onOpen?: (row: number) => void;
  /** A click on a row beside its inputs, or the space bar. */
  onToggle?: (row: number) => void;
  /** When it changes the grid starts at the top again. */
  viewKey?: string;
  /** Lower rows, for those who look at many with a mouse. */
  dense?: boolean;
  /** The edge of a heading is drawn to a width in pixels; undefined after a double click, which asks for the usual one. */
  onResize?: (id: string, width: number | undefined) => void;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  /** For who wants to lead to a row. */
  handle?: RefObject<GridHandle | null>;
  /** Printed in place of a list that is longer than the rows in the page: where the whole of it can be had. */
  printHint: string;
};

/** A dense grid for very many rows: only those in view are in the page, their elements are used again and again (rules 2.16, 2.21 and 2.33). */
export function DataGrid<Data extends object>(props: DataGridProps<Data>) {
  const { label, rows, dataOf, lookOf, sort, onSort, onOpen, onToggle, viewKey, empty, printHint } = props;
  const { dense = false, onResize } = props;
  const rowHeight = dense ? ROW_HEIGHT.dense : ROW_HEIGHT.comfortable;
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
  const isEditable = ({ position, column }: Place) => {
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
    typedColumn: columns.findIndex(({ typed }) => typed),
    onOpen: onOpen && ((position) => onOpen(at(position))),
    onToggle: onToggle && ((position) => onToggle(at(position))),
  });
  const range = useDrawnRange({ focus, scroller });
  useGridHandle(props.handle, { selection, moveTo: focus.moveTo, scroller, columns, rows, isEditable });
  useKeptSelection(selection, rows.length, columns);
  const startedWith = useRef(viewKey);
  useEffect(() => {
    // A new grid is at its top; to say so again would make the browser lay out its rows at once.
    if (startedWith.current === viewKey) return;
    startedWith.current = viewKey;
    selection.moveTo({ position: 0, column: selection.active().column });
    scrollToTop(scroller);
  }, [viewKey, scroller, selection]);

  const rowProps = useMemo<GridRowProps<Data>>(() => ({ rows, placed, lookOf }), [rows, placed, lookOf]);
  const state = useMemo(() => ({ dataOf, selection }), [dataOf, selection]);
  const rowKey = useRecycledKeys(rowHeight);
  const firstHeight = useMemo(() => scroller?.clientHeight || guessHeight(), [scroller]);
  useLayoutEffect(() => follow(), [rowKey, columns, follow]);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    if (!onToggle || range.wasDrawn() || element.closest('button, input, label, a, [data-own-click]')) return;
    const position = element.closest<HTMLElement>('[data-position]')?.dataset.position;
    if (position !== undefined && !hasSelection()) onToggle(at(Number(position)));
  };
  useDrawnMark(scroller, rows.length);
  useWholeInView(scroller);
  const width = columns.reduce((sum, column) => sum + column.width, 0);

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
        data-dense={dense ? '' : undefined}
        data-empty={rows.length === 0 ? '' : undefined}
        // A grid without rows is scrolled by keyboard itself; else its cells take the focus.
        tabIndex={rows.length === 0 ? 0 : -1}
        aria-multiselectable
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onInput={focus.startTyping}
        {...range.handlers}
        onClick={onClick}
      >
        <div className={classes.canvas} style={{ minWidth: width }} role="presentation">
          <GridHeader columns={columns} styles={styles} sort={sort} onSort={onSort} onResize={onResize} />
          <RowStateContext value={state}>
            {/* The rows in a task of their own, and measured in a third one: what is above them is drawn by then, and each layout is its own (ADR 82). */}
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

/** A grid that stands where another one stood has rows at once, so that none are missing in between. */
const isGridShown = () => document.querySelector('[role="grid"]') !== null;

/**
 * How high a grid is about, in pixels, before it has been laid out: what stands above and below it takes up to 440 px in a window of the usual
 * height. Rows that turn out to be missing come with the next picture; those beyond it would be drawn in vain, on a phone most of them.
 */
function guessHeight(): number {
  return Math.round(Math.max(innerHeight / 3, innerHeight - 440));
}

/** In a low window, as at 200 % or on a phone held sideways, what stands around the grid gives way once it is scrolled (rule 3.21). */
function useWholeInView(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return undefined;
    const low = matchMedia('(max-height: 30rem)');
    const onScroll = () => {
      if (low.matches && scroller.scrollTop > 0) scroller.scrollIntoView({ block: 'nearest' });
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [scroller]);
}

/** Marks the grid, when it is about to be printed, as one whose rows are all in the page. */
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

function scrollToTop(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollTop = 0;
}

/** Text that the user has just selected with the mouse is no click on a row. */
function hasSelection(): boolean {
  return (getSelection()?.toString().length ?? 0) > 0;
}

/**
 * Keys that repeat, so that elements are reused while scrolling. There are hardly more of them than rows that fit into the
 * window: with many more, a long scroll would find none of its keys in the page and make all rows again. They do not become fewer with it,
 * for each change of their number gives all rows other elements, also the one in which somebody types.
 */
function useRecycledKeys(rowHeight: number): (position: number) => number {
  // Kept, since to ask for it makes the browser lay out what has just been drawn.
  const [height, setHeight] = useState(() => innerHeight);
  useEffect(() => {
    const measure = () => setHeight((before) => Math.max(before, innerHeight));
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const count = Math.ceil(height / rowHeight) + 2 * OVERSCAN + 2;
  return useCallback((position: number) => position % count, [count]);
}
