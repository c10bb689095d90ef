import { type RefObject, useEffect } from 'react';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';

/**
 * Ctrl+A outside of all fields selects the rows of the list, drawn or not (rule 3.19): the browser would select the text of the few that are
 * drawn.
 */
export function useSelectAllKey(grid: RefObject<GridHandle | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event;
      if (key.toLowerCase() !== 'a' || ctrlKey === metaKey || shiftKey || altKey || defaultPrevented) return;
      const elsewhere =
        target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null;
      if (elsewhere || document.querySelector('[role="dialog"]') || !grid.current?.selected()) return;
      event.preventDefault();
      grid.current.selectAll();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [grid]);
}
