import { useLayoutEffect, useRef } from 'react';
import { type Cell, type Range, rectangleOf } from './cells.ts';
import type { GridColumn } from './grid-column.ts';

/** Indexes of the columns that are selected in a row, both inside. */
export type Interval = { readonly from: number; readonly until: number };

/** Outside React: moving it draws the affected rows only. Rule 3.19. */
export type GridSelection = {
  readonly active: () => Cell;
  /** One cell, as long as nothing has been drawn. */
  readonly range: () => Range;
  readonly moveTo: (cell: Cell, extend?: boolean) => void;
  /** Selects all cells; the active one stays, so that nothing scrolls. */
  readonly selectAll: (rows: number, columns: number) => void;
  /** @returns how to stop */
  readonly subscribe: (listener: () => void) => () => void;
  readonly activeIn: (position: number) => number;
  readonly selectedIn: (position: number) => Interval | undefined;
};

/** A selection of the first cell. */
export function createGridSelection(): GridSelection {
  const first = { position: 0, column: 0 };
  let range: Range = { anchor: first, focus: first };
  let active = first;
  let rectangle = rectangleOf(range);
  /** The same object as long as its columns are the same. */
  let interval: Interval | undefined;
  const listeners = new Set<() => void>();
  const select = (wanted: Range, cell: Cell) => {
    range = wanted;
    active = cell;
    rectangle = rectangleOf(range);
    const { top, bottom, left: from, right: until } = rectangle;
    if (top === bottom && from === until) interval = undefined;
    else if (interval?.from !== from || interval.until !== until) interval = { from, until };
    for (const listener of listeners) listener();
  };
  return {
    active: () => active,
    range: () => range,
    moveTo: (focus, extend = false) => select({ anchor: extend ? range.anchor : focus, focus }, focus),
    selectAll: (rows, columns) => select({ anchor: first, focus: { position: rows - 1, column: columns - 1 } }, active),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    activeIn: (position) => (position === active.position ? active.column : -1),
    selectedIn: (position) => (position >= rectangle.top && position <= rectangle.bottom ? interval : undefined),
  };
}

/** Falls back to the first input column when the selected column is removed. */
export function useStableSelection(
  selection: GridSelection,
  rowCount: number,
  columns: readonly Pick<GridColumn<never>, 'id' | 'typed'>[],
): void {
  const column = useRef<string | undefined>(undefined);
  const latest = useRef(columns);
  useLayoutEffect(
    () =>
      selection.subscribe(() => {
        column.current = latest.current[selection.active().column]?.id;
      }),
    [selection],
  );
  useLayoutEffect(() => {
    latest.current = columns;
    const { position, column: index } = selection.active();
    const kept = columns.findIndex(({ id }) => id === column.current);
    const cell = {
      position: Math.max(0, Math.min(position, rowCount - 1)),
      column:
        kept >= 0
          ? kept
          : Math.max(
              0,
              columns.findIndex(({ typed }) => typed),
            ),
    };
    if (kept < 0 || cell.position !== position || cell.column !== index) selection.moveTo(cell);
  }, [selection, rowCount, columns]);
}
