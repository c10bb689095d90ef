import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog or menu opened, so that the keyboard goes on there (rule 2.31). Mantine does so only for those that
 * were mounted before they opened and stay mounted after they close. Whoever has taken the focus meanwhile keeps it.
 */
export function useReturnFocus(opened: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
    else giveBack(before);
  }, [opened]);
  // Unmounted while it is open; at once, so that a dialog that takes its place finds the focus where it was before both.
  useLayoutEffect(() => () => giveBack(before), []);
}

function giveBack(before: RefObject<Element | null>): void {
  const focused = document.activeElement;
  const isLost = !focused || focused === document.body || focused.closest('[role="dialog"], [role="menu"]') !== null;
  if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  before.current = null;
}
