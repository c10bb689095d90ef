import { lastPress } from './watch-presses.ts';

/** Space left between the pressed control and the buttons, in pixels. */
const MARGIN_PX = 8;

type Span = { readonly top: number; readonly bottom: number };

/** So that a double click reaches none of them (rule 2.32). */
export function moveAside(buttons: HTMLElement): void {
  const press = lastPress();
  if (!press) return;
  const dialog = buttons.closest<HTMLElement>('.mantine-Modal-content');
  const toolbar = buttons.closest<HTMLElement>('[role="toolbar"]');
  if (dialog) moveDialog(dialog, buttons, press);
  else if (toolbar) reverseToolbar(toolbar, buttons, press);
}

function moveDialog(dialog: HTMLElement, buttons: HTMLElement, press: DOMRect): void {
  dialog.style.translate = '';
  const rects = rectsOf(buttons);
  if (!rects.some((rect) => overlaps(rect, press))) return;
  const offset = offsetPast(spanOf(rects), press, dialog.getBoundingClientRect(), window.innerHeight);
  dialog.style.translate = `0 ${offset}px`;
}

function reverseToolbar(toolbar: HTMLElement, buttons: HTMLElement, press: DOMRect): void {
  toolbar.style.flexDirection = '';
  toolbar.style.marginTop = '';
  if (!rectsOf(buttons).some((rect) => overlaps(rect, press))) return;
  toolbar.style.flexDirection = 'row-reverse';
  const rects = rectsOf(buttons);
  // On a phone a button may be as wide as the screen.
  if (rects.some((rect) => overlaps(rect, press))) {
    toolbar.style.marginTop = `${Math.ceil(press.bottom + MARGIN_PX - spanOf(rects).top)}px`;
  }
}

/** Pixels; down, else up, else where less is cut off. */
export function offsetPast(buttons: Span, press: Span, dialog: Span, windowHeight: number): number {
  const down = Math.ceil(press.bottom + MARGIN_PX - buttons.top);
  const up = Math.floor(press.top - MARGIN_PX - buttons.bottom);
  const cutBelow = Math.max(0, dialog.bottom + down - windowHeight);
  const cutAbove = Math.max(0, -(dialog.top + up));
  return cutBelow <= cutAbove ? down : up;
}

function rectsOf(buttons: HTMLElement): DOMRect[] {
  return [...buttons.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
}

function spanOf(rects: readonly DOMRect[]): Span {
  return { top: Math.min(...rects.map(({ top }) => top)), bottom: Math.max(...rects.map(({ bottom }) => bottom)) };
}

function overlaps(a: DOMRect, b: DOMRect): boolean {
  const isBeside = a.right <= b.left || b.right <= a.left;
  return !isBeside && a.top < b.bottom + MARGIN_PX && b.top < a.bottom + MARGIN_PX;
}
