import { useCallback, useEffect, useRef } from 'react';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';
import type { Kind, KindTypes } from '../kind.ts';
import type { useView } from '../use-view.ts';

/** Leads to a row of the list, wherever it is; a filter or search that hides it is taken off. */
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
    if (hidden.current) show(hidden.current.row, hidden.current.column);
    hidden.current = null;
  }, [show]);
  return {
    grid,
    /** @param column whose input gets the focus; without it the row itself */
    goTo: (row: number, column?: string) => {
      if (show(row, column)) return;
      hidden.current = { row, column };
      view.change({
        filter: firstView.filter,
        conditions: [],
        query: '',
        hideExclusions: false,
        review: undefined,
        byWeight: false,
      });
    },
  };
}
