import { type Ref, useLayoutEffect } from 'react';

/** The element that a menu or popover with this id opens at, as Mantine calls it. Kept in no state: that would draw each button twice. */
export const anchorId = (id: string) => `${id}-target`;

/** The element that it opens then, as Mantine calls it. */
export const openedId = (id: string) => `${id}-dropdown`;

/** Draws nothing; tells what opens where its button is, which was there before it. */
export function Anchor({ at, ref }: { at: string; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    const button = document.getElementById(at);
    if (typeof ref === 'function') ref(button);
    else if (ref) ref.current = button;
  }, [at, ref]);
  return null;
}
