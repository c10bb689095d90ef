import { useLayoutEffect, useRef } from 'react';
import { type Place, type Range, rectangleOf } from './cells.ts';
import type { GridColumn } from './grid-column.ts';

/** Indexes of the columns that are selected in a row, both inside. */
export type Interval = { readonly from: number; readonly until: number };

/**
 * The active cell of a grid and the range that has been drawn from it. Kept beside React, so that moving it draws the rows
 * concerned and nothing else: each row asks for its own part (rule 3.19).
 */
export type GridSelection = {
  /** The cell that keys act on; the `focus` of the range, save where everything is selected. */
  readonly active: () => Place;
  /** One cell, as long as nothing has been drawn. */
  readonly range: () => Range;
  /** Makes a cell the active one; with `extend` the range is drawn to it, else it begins anew. */
  readonly moveTo: (place: Place, extend?: boolean) => void;
  /** Selects all cells; the active one stays, so that nothing scrolls. */
  readonly selectAll: (rows: number, columns: number) => void;
  /** @returns how to stop */
  readonly subscribe: (listener: () => void) => () => void;
  /** Index of the active column in the row of a position, -1 in all other rows. */
  readonly activeIn: (position: number) => number;
  /** What is selected in a row; undefined outside the range, and for a range of one cell. */
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
  const select = (wanted: Range, place: Place) => {
    range = wanted;
    active = place;
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

/**
 * Keeps the active cell among the rows there are, and in its column where columns come and go; one that goes gives way to the
 * first that is typed into.
 */
export function useKeptSelection(
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
    const place = {
      position: Math.max(0, Math.min(position, rowCount - 1)),
      column:
        kept >= 0
          ? kept
          : Math.max(
              0,
              columns.findIndex(({ typed }) => typed),
            ),
    };
    if (kept < 0 || place.position !== position || place.column !== index) selection.moveTo(place);
  }, [selection, rowCount, columns]);
}
