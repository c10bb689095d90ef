const EVERY_MS = 50;
/** Pixels. */
const EDGE = 12;
/** Pixels a step at most; the farther outside the pointer, the faster. */
const MAX_STEP = 120;

export type Point = { readonly clientX: number; readonly clientY: number };

/** Rule 3.19. */
export function createEdgeScroll(onStep: (at: Point) => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    stop,
    /** @param sideways columns scroll too */
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

/** Negative towards the first end. */
function beyond(at: number, first: number, last: number): number {
  const outside = at < first ? at - first : at > last - EDGE ? at - last + EDGE : 0;
  return Math.max(-MAX_STEP, Math.min(MAX_STEP, Math.sign(outside) * (8 + Math.abs(outside)))) || 0;
}
