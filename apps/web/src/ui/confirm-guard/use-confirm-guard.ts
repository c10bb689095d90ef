import { type MouseEvent, useCallback } from 'react';
import { moveAside } from './move-aside.ts';

/** Milliseconds (rule 2.32). */
export const CONFIRM_GUARD_MS = 700;

type Options = {
  /** Milliseconds from the frame that shows the buttons. */
  ms?: number;
  /** The guard begins again when this changes: the same buttons confirm something else then. */
  since?: unknown;
};

/**
 * Against a double click or a second Enter (rule 2.32). Begins again after each press: the answer may arrive between
 * two clicks. Typing inside ends the guard.
 */
export function useConfirmGuard<E extends HTMLElement>({ ms = CONFIRM_GUARD_MS, since }: Options = {}) {
  const ref = useCallback(
    (element: E | null) => (element ? guard(element, ms) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- another `since` makes React attach it again, which begins the guard anew
    [ms, since],
  );
  return { ref, onClickCapture: (event: MouseEvent<HTMLElement>) => answerPress(event, ms), onInput: endGuard };
}

/** Ends of running guards, by their element. */
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

function guard(element: HTMLElement, ms: number): () => void {
  moveAside(element);
  element.dataset.guarded = '';
  clearTimeout(timers.get(element));
  // From the frame that shows it: a long render would use it up.
  const frame = requestAnimationFrame(() => hold(element, ms));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timers.get(element));
  };
}

function hold(element: HTMLElement, ms: number): void {
  element.dataset.guarded = '';
  clearTimeout(timers.get(element));
  timers.set(
    element,
    setTimeout(() => delete element.dataset.guarded, ms),
  );
}

function answerPress(event: MouseEvent<HTMLElement>, ms: number): void {
  const { currentTarget, target } = event;
  // React hands on the clicks of a dialog that was opened from here, too; it has a guard of its own.
  if (!(target instanceof Node) || !currentTarget.contains(target)) return;
  if (currentTarget.dataset.guarded === undefined) {
    if (target instanceof Element && target.closest('button')) hold(currentTarget, ms);
    return;
  }
  // Enter in an input presses the button that sends its form.
  event.preventDefault();
  event.stopPropagation();
}

function endGuard({ currentTarget }: { currentTarget: HTMLElement }): void {
  delete currentTarget.dataset.guarded;
}
