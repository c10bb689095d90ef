import type { MouseEvent, RefObject } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import { createEdgeScroll, type Point } from '../../ui/grid/edge-scroll.ts';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';
import { isInput } from './copied-cells.ts';

/** Pixels; a little more than rows.module.css draws. */
const CORNER = 12;

/** Rule 3.31. */
export function useFillHandle(grid: RefObject<GridHandle | null>, fill: () => void) {
  return useStableCallback((event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>(
      '[role="gridcell"][aria-readonly="false"]:focus-within',
    );
    const { current: handle } = grid;
    if (!handle || event.button !== 0 || !isInput(cell?.dataset.column)) return;
    const { right, bottom } = (cell as HTMLElement).getBoundingClientRect();
    if (right - event.clientX > CORNER || bottom - event.clientY > CORNER) return;
    event.preventDefault();
    event.stopPropagation();
    const anchor = handle.selection.active();
    const scroller = cell?.closest<HTMLElement>('[role="grid"]');
    const edge = createEdgeScroll((at) => drawTo(at));
    const drawTo = ({ clientX, clientY }: Point) => {
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-position]');
      const position = Math.max(anchor.position, Number(over?.dataset.position ?? anchor.position));
      if (over && position !== handle.active) handle.select(anchor, { ...anchor, position });
    };
    const draw = (move: globalThis.MouseEvent) => {
      drawTo(move);
      // A fill goes down only: its columns stay in view.
      if (scroller) edge.move(scroller, false, move);
    };
    const end = () => {
      edge.stop();
      document.removeEventListener('mousemove', draw);
      if ((handle.selected()?.rows.length ?? 0) > 1) fill();
    };
    document.addEventListener('mousemove', draw);
    document.addEventListener('mouseup', end, { once: true });
  });
}
