import { type MouseEvent, useRef } from 'react';
import type { Place } from './cells.ts';
import { type CellFocus, placeOf } from './use-cell-focus.ts';

/**
 * A range drawn by the mouse (rule 3.19), or by a click with the shift key. As long as the pointer stays in one cell it selects text as
 * everywhere. `wasDrawn` tells the click in which a range ends from one on a row.
 */
export function useDrawnRange({ moveTo, startTyping }: CellFocus) {
  const from = useRef<Place | null>(null);
  const drawn = useRef(false);
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = event.button === 0 ? placeOf(event.target) : undefined;
    from.current = place ?? null;
    drawn.current = event.shiftKey && place !== undefined && event.target !== document.activeElement;
    startTyping();
    if (!place || !drawn.current) return;
    event.preventDefault();
    moveTo(place, { extend: true });
  };
  const onMouseOver = (event: MouseEvent<HTMLElement>) => {
    const start = from.current;
    const place = start && event.buttons % 2 === 1 ? placeOf(event.target) : undefined;
    if (!start || !place || (!drawn.current && same(start, place))) return;
    if (!drawn.current) {
      moveTo(start);
      getSelection()?.removeAllRanges();
    }
    drawn.current = true;
    event.currentTarget.dataset.drawing = '';
    moveTo(place, { extend: true });
  };
  const onMouseUp = (event: MouseEvent<HTMLElement>) => {
    from.current = null;
    delete event.currentTarget.dataset.drawing;
  };
  return { wasDrawn: () => drawn.current, handlers: { onMouseDown, onMouseOver, onMouseUp } };
}

const same = (a: Place, b: Place) => a.position === b.position && a.column === b.column;
