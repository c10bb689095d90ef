const EVERY_MS = 50;
/** Pixels inside the rows from which on a drag scrolls, so that a grid at the edge of the window scrolls too. */
const EDGE = 12;
/** Pixels a step at most; the farther outside the pointer, the faster. */
const MAX_STEP = 120;

export type Point = { readonly clientX: number; readonly clientY: number };

/**
 * Scrolls a grid for as long as a drag stays at or beyond an edge of its rows (rule 3.19), and says after each step where the drag is now:
 * at the edge of the rows.
 */
export function createEdgeScroll(onStep: (at: Point) => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    stop,
    /** The pointer has moved. @param sideways whether columns scroll too, in place of rows alone */
    move: (scroller: HTMLElement, sideways: boolean, { clientX, clientY }: Point) => {
      const box = scroller.getBoundingClientRect();
      const head = scroller.querySelector('[role="columnheader"]')?.getBoundingClientRect().height ?? 0;
      const { left, right } = box;
      const top = box.top + head;
      const x = sideways ? beyond(clientX, left, right) : 0;
      const y = beyond(clientY, top, box.bottom);
      stop();
      if (x === 0 && y === 0) return;
      const at = {
        clientX: Math.max(left + 1, Math.min(right - 1 - EDGE, clientX)),
        clientY: Math.max(top + 1, Math.min(box.bottom - 1 - EDGE, clientY)),
      };
      timer = setInterval(() => {
        const { scrollLeft, scrollTop } = scroller;
        scroller.scrollLeft += x;
        scroller.scrollTop += y;
        if (scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop) onStep(at);
      }, EVERY_MS);
    },
  };
}

/** How far to scroll for a pointer at or beyond an end, negative towards the first one. */
function beyond(at: number, first: number, last: number): number {
  const outside = at < first ? at - first : at > last - EDGE ? at - last + EDGE : 0;
  return Math.max(-MAX_STEP, Math.min(MAX_STEP, Math.sign(outside) * (8 + Math.abs(outside)))) || 0;
}
