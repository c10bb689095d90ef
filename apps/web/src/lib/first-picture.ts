import { nextTurn } from './in-pieces.ts';

/** A browser that draws nothing for that long, since its window is covered for one, is not waited for. */
const DRAWN_WITHIN_MS = 100;

/**
 * Lets the browser draw a first picture of the page, with nothing else to do, before work goes on (ADR 49).
 * @returns at once where there is one, as on any slow line, and on a hidden page, which draws none
 */
export async function firstPicture(): Promise<void> {
  if (document.hidden || performance.getEntriesByType('paint').length > 0) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, DRAWN_WITHIN_MS);
    requestAnimationFrame(() => resolve());
  });
  // a frame is drawn after what was waiting for it
  await nextTurn();
}
