import type { CSSProperties, ReactNode } from 'react';

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
  /** Pixels up to which it does; without it as far as there is room. */
  readonly maxWidth?: number;
  /** Pixels more that it takes, unless pinned, of what those that grow leave over. */
  readonly stretch?: number;
  readonly align?: 'start' | 'center' | 'end';
  readonly pinned?: 'left' | 'right' | undefined;
  /** The heading is a button that sorts by the column's id. */
  readonly sortable?: boolean;
  /** A second sort button, for a column that shows two things. */
  readonly alsoSorts?: { readonly key: string; readonly label: string };
  /** Its cells hold inputs. */
  readonly interactive?: boolean;
  /** Whether the input of a row takes something in; without it none does. */
  readonly editable?: (row: number, data: Data) => boolean;
  /** Its inputs are typed into: Enter anywhere in a row leads there. */
  readonly typed?: boolean;
  /** Set apart from the column before it by a line. */
  readonly startsGroup?: boolean;
  readonly cell: (row: number, data: Data) => ReactNode;
};

export type GridSort = {
  readonly key: string;
  readonly reversed: boolean;
  /** Keys that order what this one leaves equal. */
  readonly next?: readonly { readonly key: string; readonly reversed: boolean }[];
};

type Sized = Pick<GridColumn<never>, 'width' | 'grows' | 'maxWidth' | 'stretch' | 'pinned'>;

/** What grows goes before what is only stretched. */
const GROWS = 1000;

export function cellStyles(columns: readonly Sized[]): CSSProperties[] {
  let left = 0;
  let right = pinnedWidth(columns, 'right');
  return columns.map(({ width, grows, maxWidth, stretch, pinned }) => {
    const size: CSSProperties = grows
      ? { flex: `${GROWS} 0 ${width}px`, width, maxWidth }
      : stretch && !pinned
        ? { flex: `1 0 ${width}px`, width, maxWidth: width + stretch }
        : { width };
    if (pinned === 'left') {
      left += width;
      return { ...size, left: left - width };
    }
    if (pinned === 'right') {
      right -= width;
      return { ...size, right };
    }
    return size;
  });
}

/** Rows end where their columns do. */
export function canvasWidth(columns: readonly Sized[]): CSSProperties {
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);
  const roomOf = ({ width, grows, maxWidth = Infinity, stretch = 0, pinned }: Sized) =>
    grows ? maxWidth - width : pinned ? 0 : stretch;
  const room = columns.reduce((sum, column) => sum + roomOf(column), 0);
  return room === Infinity ? { minWidth } : { minWidth, maxWidth: minWidth + Math.max(0, room) };
}

/** Pixels that the columns take which stay at an edge. */
export function pinnedWidth(columns: readonly Sized[], edge: 'left' | 'right'): number {
  return columns.reduce((sum, { pinned, width }) => (pinned === edge ? sum + width : sum), 0);
}
