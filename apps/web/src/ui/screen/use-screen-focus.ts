import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** For the toolbar of a screen: spread on its element. */
export type ToolbarFocus = {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Gives the focus back to the toolbar when the user returns from a dialog or another view, whose buttons were made again: to
 * the button with the same text, else to the last enabled one. Without it the keyboard would start at the top of the page.
 * @param away true while a dialog or another view is open
 */
export function useToolbarFocus(away: boolean): ToolbarFocus {
  const ref = useRef<HTMLDivElement>(null);
  const used = useRef<string | null>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (wasAway.current && !away && isFocusLost()) {
      const buttons = [...(ref.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
      (buttons.find((button) => button.textContent === used.current) ?? buttons.at(-1))?.focus({ preventScroll: true });
    }
    wasAway.current = away;
  }, [away]);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    used.current = event.target.textContent;
  };
  return { ref, onFocus };
}

/** Nowhere, or in a dialog that is just closing. */
function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
}

/** Moves the focus to the heading of a view that takes the place of another; give the heading tabIndex -1. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
