import { type MouseEvent, useEffect, useRef } from 'react';
import type { Cell } from './cells.ts';
import { createEdgeScroll, type Point } from './edge-scroll.ts';
import { type CellFocus, cellOf } from './use-cell-focus.ts';

type Options = {
  focus: CellFocus;
  scroller: HTMLElement | null;
};

/** Rule 3.19. Within one cell it selects text. */
export function useDrawnRange({ focus: { moveTo, startTyping }, scroller }: Options) {
  const from = useRef<Cell | null>(null);
  const to = useRef<Cell | null>(null);
  const drawn = useRef(false);
  const drawTo = (cell: Cell | undefined) => {
    const start = from.current;
    if (!start || !cell || (!drawn.current && same(start, cell))) return;
    if (!drawn.current) {
      moveTo(start);
      getSelection()?.removeAllRanges();
    }
    drawn.current = true;
    scroller?.setAttribute('data-drawing', '');
    to.current = cell;
    moveTo(cell, { extend: true });
  };
  const latest = useRef({ drawTo, scroller });
  useEffect(() => {
    latest.current = { drawTo, scroller };
  });
  /** Scrolled to and not drawn yet. */
  const undrawnAt = ({ clientY }: Point): Cell | undefined => {
    const row = latest.current.scroller?.querySelector<HTMLElement>('[data-position]');
    if (!row || !to.current) return undefined;
    const { top, height } = row.getBoundingClientRect();
    const position = Number(row.dataset.position) + Math.floor((clientY - top) / height);
    return { ...to.current, position: Math.max(0, position) };
  };
  /** Ends what is drawn and listens no more. */
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);
  const begin = () => {
    end.current();
    const edge = createEdgeScroll((at) => latest.current.drawTo(cellAtPoint(at) ?? undrawnAt(at)));
    const onMove = (event: globalThis.MouseEvent) => {
      const { scroller: element } = latest.current;
      if (event.buttons % 2 !== 1) return end.current();
      if (element && drawn.current) edge.move(element, true, event);
      return undefined;
    };
    const onUp = () => end.current();
    end.current = () => {
      edge.stop();
      from.current = null;
      latest.current.scroller?.removeAttribute('data-drawing');
      document.removeEventListener('mousemove', onMove);
      document.removeEventListener('mouseup', onUp);
      end.current = () => undefined;
    };
    document.addEventListener('mousemove', onMove);
    document.addEventListener('mouseup', onUp);
  };
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const cell = event.button === 0 ? cellOf(event.target) : undefined;
    if (cell) begin();
    from.current = cell ?? null;
    drawn.current = event.shiftKey && cell !== undefined && event.target !== document.activeElement;
    startTyping();
    if (!cell || !drawn.current) return;
    event.preventDefault();
    moveTo(cell, { extend: true });
  };
  const onMouseOver = (event: MouseEvent<HTMLElement>) => {
    if (event.buttons % 2 === 1) drawTo(cellOf(event.target));
  };
  return { wasDrawn: () => drawn.current, handlers: { onMouseDown, onMouseOver } };
}

/** The cell under a point of the window. */
function cellAtPoint({ clientX, clientY }: Point): Cell | undefined {
  return cellOf(document.elementFromPoint(clientX, clientY));
}

const same = (a: Cell, b: Cell) => a.position === b.position && a.column === b.column;
