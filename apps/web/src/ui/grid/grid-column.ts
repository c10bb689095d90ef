import type { ReactNode } from 'react';

/** A column of the grid. `Data` is what the cells of a row need beside its number. */
export type GridColumn<Data> = {
  readonly id: string;
  /** Text of the heading. */
  readonly label: string;
  /** Spoken instead of the label where that is an abbreviation. */
  readonly longLabel?: string;
  /** Stands below the label, outside the sort button; e.g. a 'select all' box. */
  readonly extra?: ReactNode;
  /** Pixels. */
  readonly width: number;
  /** Takes the width that is left over. */
  readonly grows?: boolean;
  readonly align?: 'start' | 'center' | 'end';
  /** Stays in view when the grid is scrolled sideways; pinned columns come first. */
  readonly pinned?: boolean;
  /** The heading is a button that sorts by the column's id. */
  readonly sortable?: boolean;
  /** A second sort button, for a column that shows two things. */
  readonly alsoSorts?: { readonly key: string; readonly label: string };
  /** Set apart from the column before it by a line. */
  readonly startsGroup?: boolean;
  readonly cell: (row: number, data: Data) => ReactNode;
};

export type GridSort = { readonly key: string; readonly reversed: boolean };

/** Left edges of the pinned columns in pixels; undefined for the others. */
export function pinnedOffsets(columns: readonly { width: number; pinned?: boolean }[]): (number | undefined)[] {
  let left = 0;
  return columns.map(({ width, pinned }) => {
    if (!pinned) return undefined;
    left += width;
    return left - width;
  });
}

/** The widths of all columns as the tracks of a CSS grid. */
export function gridTracks(columns: readonly { width: number; grows?: boolean }[]): string {
  return columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ');
}
