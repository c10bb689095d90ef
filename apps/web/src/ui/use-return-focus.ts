import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Rule 2.31. Mantine does so only for dialogs that stay mounted. */
export function useReturnFocus(opened: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
    else giveBack(before);
  }, [opened]);
  // At once, so that a dialog taking its place finds the focus.
  useLayoutEffect(() => () => giveBack(before), []);
}

function giveBack(before: RefObject<Element | null>): void {
  const focused = document.activeElement;
  const isLost = !focused || focused === document.body || focused.closest('[role="dialog"], [role="menu"]') !== null;
  if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  before.current = null;
}
