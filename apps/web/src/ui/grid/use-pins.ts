import { useEffect, useMemo, useState } from 'react';
import { type GridColumn, pinnedWidth } from './grid-column.ts';

/** Share of the grid's width. */
const MAX_PINNED_SHARE = 0.7;
/** Pixels; not every one of a window that is resized makes another view. */
const STEP = 50;

/** Unpins columns that would fill a narrow screen; beside those at the right edge none is cut (rule 14.50). */
export function usePinsThatFit<Data>(
  columns: readonly GridColumn<Data>[],
  scroller: HTMLElement | null,
): readonly GridColumn<Data>[] {
  const [width, setWidth] = useState(() => stepsOf(innerWidth));
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    if (!scroller) return undefined;
    const look = () => {
      const { clientWidth } = scroller;
      if (clientWidth === 0) return;
      setWidth(stepsOf(clientWidth));
      setRoom(clientWidth);
    };
    // looks for the first time once the browser has laid it out
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller]);
  const pinned = useMemo(() => pinsThatFit(columns, width * MAX_PINNED_SHARE), [columns, width]);
  const rest = room === undefined ? 0 : cutPart(pinned, room);
  return useMemo(() => (rest === 0 ? pinned : withRest(pinned, rest)), [pinned, rest]);
}

/** Pixels in view of the column that begins before those pinned right and would end below them. */
function cutPart(columns: readonly GridColumn<never>[], room: number): number {
  const right = pinnedWidth(columns, 'right');
  let left = room - right - pinnedWidth(columns, 'left');
  let whole = 0;
  for (const { pinned, width } of columns) {
    if (pinned) continue;
    if (width > left) return right > 0 && whole > 0 ? left : 0;
    left -= width;
    whole++;
  }
  return 0;
}

/** What grows takes them. */
function withRest<Data>(columns: readonly GridColumn<Data>[], rest: number): readonly GridColumn<Data>[] {
  return columns.map((column) => {
    if (!column.grows) return column;
    const width = column.width + rest;
    return { ...column, width, ...(column.maxWidth && { maxWidth: Math.max(width, column.maxWidth) }) };
  });
}

const stepsOf = (pixels: number) => Math.floor(pixels / STEP) * STEP;

/** First right ones without inputs, the last first, then all right ones, then the innermost left. */
function pinsThatFit<Data>(all: readonly GridColumn<Data>[], room: number): readonly GridColumn<Data>[] {
  const fits = (some: readonly GridColumn<Data>[]) => pinnedWidth(some, 'left') + pinnedWidth(some, 'right') <= room;
  const columns = [...all];
  for (let at = columns.length - 1; at >= 0 && !fits(columns); at--) {
    const column = columns[at] as GridColumn<Data>;
    if (column.pinned === 'right' && !column.interactive) columns[at] = { ...column, pinned: undefined };
  }
  if (fits(columns)) return columns;
  let left = 0;
  return columns.map((column) => {
    if (column.pinned === 'left') left += column.width;
    return column.pinned === 'right' || left > room ? { ...column, pinned: undefined } : column;
  });
}
