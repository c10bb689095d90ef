import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** For the toolbar of a screen: spread on its element. */
export type ToolbarFocus = {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * To the button with the same text, else the last enabled one.
 * @param away a dialog or view is open
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

/**
 * The heading needs tabIndex -1.
 * @param isLow the window begins with it, so that it shows rows, too
 */
export function useHeadingFocus(isLow: boolean): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    if (isLow) ref.current?.scrollIntoView();
    // oxlint-disable-next-line react/exhaustive-deps -- as it opens
  }, []);
  return ref;
}
