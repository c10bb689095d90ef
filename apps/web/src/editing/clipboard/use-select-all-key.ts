import { type RefObject, useEffect } from 'react';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';

/** The browser would select the drawn rows only (rule 3.19). */
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
