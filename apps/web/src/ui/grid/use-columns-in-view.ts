import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { cellStyles, type GridColumn } from './grid-column.ts';

/** A column whose cells are in the page, with its place among all columns. */
export type PlacedColumn<Data> = {
  readonly column: GridColumn<Data>;
  readonly index: number;
  readonly style: CSSProperties;
};

/** Pixels beyond the edges that are drawn too, so that scrolling sideways shows no holes. */
const MARGIN = 200;

type Range = { readonly from: number; readonly until: number };

/**
 * The columns that rows have to draw: those in view, the pinned ones and those with inputs, which the Tab key must reach.
 * The room of the others is kept by a margin.
 */
export function useColumnsInView<Data>(
  columns: readonly GridColumn<Data>[],
  scroller: HTMLElement | null,
): readonly PlacedColumn<Data>[] {
  // before the grid can be measured, its width counts as the window's, so that rows are mostly drawn once
  const [view, setView] = useState<Range | undefined>(() => rounded({ scrollLeft: 0, clientWidth: innerWidth }));
  useEffect(() => {
    if (!scroller) return undefined;
    const look = () => setView((before) => rounded(scroller, before));
    // looks for the first time once the browser has laid it out
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return useMemo(() => placeColumns(columns, view), [columns, view]);
}

/** The visible pixels in steps, so that not every pixel of sideways scrolling draws all rows again. */
function rounded(
  { scrollLeft, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'clientWidth'>,
  before?: Range,
): Range | undefined {
  if (clientWidth === 0) return undefined;
  const from = Math.floor(scrollLeft / MARGIN) * MARGIN - MARGIN;
  const until = Math.ceil((scrollLeft + clientWidth) / MARGIN) * MARGIN + MARGIN;
  return before?.from === from && before.until === until ? before : { from, until };
}

/** Which columns to draw and how far each stands from the one drawn before; all of them without a view. */
function placeColumns<Data>(
  columns: readonly GridColumn<Data>[],
  view: Range | undefined,
): readonly PlacedColumn<Data>[] {
  const styles = cellStyles(columns);
  const placed: PlacedColumn<Data>[] = [];
  let left = 0;
  let skipped = 0;
  columns.forEach((column, index) => {
    const right = left + column.width;
    const drawn =
      !view || column.pinned || column.grows || column.interactive || (right > view.from && left < view.until);
    // what stays at the right edge could not move past a margin of its own
    if (skipped > 0 && column.pinned === 'right') skipped = widenLast(placed, skipped);
    if (drawn) {
      const style = styles[index] as CSSProperties;
      placed.push({ column, index, style: skipped > 0 ? { ...style, marginLeft: skipped } : style });
      skipped = 0;
    } else {
      skipped += column.width;
    }
    left = right;
  });
  // else the growing column would take the room of those left out at the end
  if (skipped > 0) widenLast(placed, skipped);
  return placed;
}

/** Keeps room after the last column drawn. Returns what is still to be kept: nothing, unless there is none. */
function widenLast(placed: PlacedColumn<never>[], marginRight: number): number {
  const last = placed.at(-1);
  if (!last) return marginRight;
  placed[placed.length - 1] = { ...last, style: { ...last.style, marginRight } };
  return 0;
}
