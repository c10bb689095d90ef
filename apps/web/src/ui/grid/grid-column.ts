import type { CSSProperties, ReactNode } from 'react';

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
  /** Its cells hold inputs. */
  readonly interactive?: boolean;
  /** Set apart from the column before it by a line. */
  readonly startsGroup?: boolean;
  readonly cell: (row: number, data: Data) => ReactNode;
};

export type GridSort = { readonly key: string; readonly reversed: boolean };

/** Width of every column's cells, and the left edge of the pinned ones; one object a column for all its cells. */
export function cellStyles(columns: readonly Pick<GridColumn<never>, 'width' | 'grows' | 'pinned'>[]): CSSProperties[] {
  let left = 0;
  return columns.map(({ width, grows, pinned }) => {
    const size: CSSProperties = grows ? { flex: `1 0 ${width}px`, width } : { width };
    if (!pinned) return size;
    left += width;
    return { ...size, left: left - width };
  });
}
