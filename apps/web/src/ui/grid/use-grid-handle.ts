import { type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { type Cell, rectangleOf } from './cells.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridSelection } from './grid-selection.ts';
import { type CellFocus, inputOf, cellOf } from './use-cell-focus.ts';

export type CellKey = { readonly row: number; readonly column: string };

export type Selected = {
  readonly active: CellKey;
  readonly rows: readonly number[];
  readonly columns: readonly string[];
};

/** Read on demand; `selection.subscribe` reports changes. */
export type GridHandle = {
  readonly selection: GridSelection;
  /** Position of the active row. */
  readonly active: number;
  readonly moveTo: (position: number, column?: string) => void;
  /** Makes a row the active one and leaves the focus where it is. */
  readonly show: (position: number) => void;
  /** Gives the focus to the first input in view that is typed into. */
  readonly typeInView: () => void;
  /** Selects all cells and gives the focus to the active one. */
  readonly selectAll: () => void;
  /** Undefined without any row or column. */
  readonly selected: () => Selected | undefined;
  /** Draws the range from one cell on screen to another, which gets the focus. */
  readonly select: (anchor: Cell, focus: Cell) => void;
  readonly isEditable: (cell: CellKey) => boolean;
};

type Options = {
  selection: GridSelection;
  moveTo: CellFocus['moveTo'];
  show: CellFocus['show'];
  scroller: HTMLElement | null;
  columns: readonly Pick<GridColumn<never>, 'id' | 'typed'>[];
  rows: ArrayLike<number>;
  isEditable: (cell: Cell) => boolean;
};

export function useGridHandle(handle: RefObject<GridHandle | null> | undefined, options: Options): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { selection } = options;
  useImperativeHandle(
    handle,
    () => ({
      selection,
      get active() {
        return selection.active().position;
      },
      moveTo: (position, column) => {
        const { rows, columns, moveTo } = latest.current;
        const index = columns.findIndex(({ id }) => id === column);
        const cell = { position: Math.max(0, Math.min(rows.length - 1, position)), column: index };
        moveTo(index < 0 ? { ...cell, column: selection.active().column } : cell, { input: index >= 0 });
      },
      show: (position) => latest.current.show(position),
      typeInView: () => {
        const { scroller, columns, moveTo } = latest.current;
        const column = columns.findIndex(({ typed }) => typed);
        const head = scroller?.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? 0;
        const cells = scroller?.querySelectorAll(`[data-position] > [aria-colindex="${column + 1}"]`) ?? [];
        const first = [...cells].find((cell) => inputOf(cell) && cell.getBoundingClientRect().top >= head - 1);
        // Before any row is drawn it is the first one.
        const cell = first ? cellOf(first) : cells.length === 0 ? { position: 0, column } : undefined;
        if (cell && column >= 0) moveTo(cell, { input: true });
      },
      selected: () => {
        const { rows, columns } = latest.current;
        const { top, bottom, left, right } = rectangleOf(selection.range());
        const { position, column } = selection.active();
        const active = { row: rows[position], column: columns[column]?.id };
        if (active.row === undefined || active.column === undefined) return undefined;
        return {
          active: active as CellKey,
          rows: Array.prototype.slice.call(rows, top, bottom + 1) as number[],
          columns: columns.slice(left, right + 1).map(({ id }) => id),
        };
      },
      selectAll: () => {
        const { rows, columns, moveTo } = latest.current;
        moveTo(selection.active());
        selection.selectAll(rows.length, columns.length);
      },
      select: (anchor, focus) => {
        latest.current.moveTo(anchor);
        latest.current.moveTo(focus, { extend: true });
      },
      isEditable: ({ row, column }) => {
        const { rows, columns, isEditable } = latest.current;
        const position = Array.prototype.indexOf.call(rows, row);
        const index = columns.findIndex(({ id }) => id === column);
        return position >= 0 && index >= 0 && isEditable({ position, column: index });
      },
    }),
    [selection],
  );
}
