import { type Ref, useLayoutEffect } from 'react';

/** Not in state: that renders twice. */
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
