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
      const seen = seenPart(scroller, clientX);
      const x = sideways ? beyond(clientX, seen.left, seen.right) : 0;
      const y = beyond(clientY, seen.top, seen.bottom);
      stop();
      if (x === 0 && y === 0) return;
      timer = setInterval(() => {
        const { scrollLeft, scrollTop } = scroller;
        scroller.scrollLeft += x;
        scroller.scrollTop += y;
        if (scroller.scrollLeft === scrollLeft && scroller.scrollTop === scrollTop) return;
        // The page may scroll along.
        const { left, right, top, bottom } = seenPart(scroller, clientX);
        onStep({
          clientX: Math.max(left + 1, Math.min(right - 1 - EDGE, clientX)),
          clientY: Math.max(top + 1, Math.min(bottom - 1 - EDGE, clientY)),
        });
      }, EVERY_MS);
    },
  };
}

/** Between its headings and what stands in front of its lower end. */
function seenPart(scroller: HTMLElement, clientX: number) {
  const { left, right, top: from, bottom: until } = scroller.getBoundingClientRect();
  const top = from + (scroller.querySelector('[role="columnheader"]')?.getBoundingClientRect().height ?? 0);
  const x = Math.max(left + 1, Math.min(right - 1 - EDGE, clientX));
  let bottom = Math.min(until, innerHeight);
  while (bottom - EDGE > top && !scroller.contains(document.elementFromPoint(x, bottom - 1))) bottom -= EDGE;
  return { left, right, top, bottom };
}

/** Negative towards the first end. */
function beyond(at: number, first: number, last: number): number {
  const outside = at < first ? at - first : at > last - EDGE ? at - last + EDGE : 0;
  return Math.max(-MAX_STEP, Math.min(MAX_STEP, Math.sign(outside) * (8 + Math.abs(outside)))) || 0;
}
