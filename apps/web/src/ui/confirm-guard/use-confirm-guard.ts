import { type MouseEvent, useCallback } from 'react';
import { moveAside } from './move-aside.ts';

/** How long a confirmation answers no click and no key after it is drawn, in milliseconds (rule 2.32). */
const CONFIRM_GUARD_MS = 700;

type Options = {
  /** Milliseconds from the frame that shows the buttons. */
  ms?: number;
  /** The guard begins again when this changes: the same buttons confirm something else then. */
  since?: unknown;
};

/**
 * Keeps buttons from being pressed unread: by the second click of a double click, or by a quick second Enter (rule 2.32). Spread the result on the element
 * around them. Typing inside it ends the guard.
 */
export function useConfirmGuard<E extends HTMLElement>({ ms = CONFIRM_GUARD_MS, since }: Options = {}) {
  const ref = useCallback(
    (element: E | null) => (element ? guard(element, ms) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- another `since` makes React attach it again, which begins the guard anew
    [ms, since],
  );
  return { ref, onClickCapture: stopUnreadClick, onInput: endGuard };
}

function guard(element: HTMLElement, ms: number): () => void {
  element.dataset.guarded = '';
  moveAside(element);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Counted from the frame that shows it, since a long render would use the time up.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => delete element.dataset.guarded, ms);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function stopUnreadClick(event: MouseEvent<HTMLElement>): void {
  if (event.currentTarget.dataset.guarded === undefined) return;
  // Enter in an input presses the button that sends its form.
  event.preventDefault();
  event.stopPropagation();
}

function endGuard({ currentTarget }: { currentTarget: HTMLElement }): void {
  delete currentTarget.dataset.guarded;
}
