import { useEffect, useMemo, useState } from 'react';
import { type GridColumn, pinnedWidth } from './grid-column.ts';

/** Share of the grid's width. */
const MAX_PINNED_SHARE = 0.7;
/** Pixels; not every one of a window that is resized makes another view. */
const STEP = 50;

/** Unpins columns that would fill a narrow screen (rule 14.50). */
export function usePinsThatFit<Data>(
  columns: readonly GridColumn<Data>[],
  scroller: HTMLElement | null,
): readonly GridColumn<Data>[] {
  const [width, setWidth] = useState(() => stepsOf(innerWidth));
  useEffect(() => {
    if (!scroller) return undefined;
    const look = () => scroller.clientWidth > 0 && setWidth(stepsOf(scroller.clientWidth));
    // looks for the first time once the browser has laid it out
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller]);
  return useMemo(() => pinsThatFit(columns, width * MAX_PINNED_SHARE), [columns, width]);
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
