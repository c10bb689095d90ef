import { useCallback, useEffect, useRef } from 'react';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';
import type { Kind, KindTypes, View } from '../kind/kind.ts';
import type { useView } from './use-view.ts';

/** For how long a row that was hidden is led to again. */
const RETRY_MS = 1000;

/** Clears a filter or search that hides the row. Rule 14.41. */
export function useRowJump<T extends KindTypes>({ firstView }: Kind<T>, view: ReturnType<typeof useView<T>>) {
  const grid = useRef<GridHandle>(null);
  const hidden = useRef<{ readonly row: number; readonly column: string | undefined } | null>(null);
  const { rows } = view;
  const show = useCallback(
    (row: number, column?: string) => {
      const position = Array.prototype.indexOf.call(rows, row);
      if (position >= 0) grid.current?.moveTo(position, column);
      return position >= 0;
    },
    [rows],
  );
  useEffect(() => {
    const { current: wanted } = hidden;
    hidden.current = null;
    if (!wanted) return undefined;
    show(wanted.row, wanted.column);
    // A list that just grew scrolls some frames later.
    const until = performance.now() + RETRY_MS;
    let frame = 0;
    const retry = () => {
      if (document.activeElement?.closest('[role="gridcell"]') || performance.now() > until) return;
      show(wanted.row, wanted.column);
      frame = requestAnimationFrame(retry);
    };
    frame = requestAnimationFrame(retry);
    return () => cancelAnimationFrame(frame);
  }, [show]);
  return {
    grid,
    /**
     * @param column whose input gets the focus; without it the row itself
     * @param by the view that shows the row
     */
    goTo: (row: number, column?: string, by?: Partial<View<T>>) => {
      if (!by && show(row, column)) return;
      hidden.current = { row, column };
      if (by) return view.change(by);
      view.change({
        filter: firstView.filter,
        conditions: [],
        query: '',
        hideExclusions: false,
        review: undefined,
        reviewOrder: undefined,
      });
    },
  };
}
