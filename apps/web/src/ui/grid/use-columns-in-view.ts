import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { cellStyles, type GridColumn } from './grid-column.ts';

/** A column whose cells are in the page, with its place among all columns. */
export type PlacedColumn<Data> = {
  readonly column: GridColumn<Data>;
  readonly index: number;
  readonly style: CSSProperties;
};

/** Pixels. */
const MARGIN = 200;

type Range = { readonly from: number; readonly until: number };

/** In view, pinned or with inputs; the rest by margin. */
export function useColumnsInView<Data>(
  columns: readonly GridColumn<Data>[],
  scroller: HTMLElement | null,
): readonly PlacedColumn<Data>[] {
  // before measuring the window's width counts
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

/** In steps: not every pixel redraws. */
function rounded(
  { scrollLeft, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'clientWidth'>,
  before?: Range,
): Range | undefined {
  if (clientWidth === 0) return undefined;
  const from = Math.floor(scrollLeft / MARGIN) * MARGIN - MARGIN;
  const until = Math.ceil((scrollLeft + clientWidth) / MARGIN) * MARGIN + MARGIN;
  return before?.from === from && before.until === until ? before : { from, until };
}

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
    // a right-pinned column cannot move past its own margin
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
  if (skipped > 0) widenLast(placed, skipped);
  return placed;
}

function widenLast(placed: PlacedColumn<never>[], marginRight: number): number {
  const last = placed.at(-1);
  if (!last) return marginRight;
  placed[placed.length - 1] = { ...last, style: { ...last.style, marginRight } };
  return 0;
}
