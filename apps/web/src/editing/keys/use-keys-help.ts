import { useEffect, useState } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';

/** A scanner types its next character sooner. */
const TYPED_APART_MS = 150;

/** '?' opens the overview of keys, from everywhere but an input (rule 14.43). */
export function useKeysHelp() {
  const [opened, setOpened] = useState(false);
  const open = useStableCallback(() => setOpened(true));
  useEffect(() => {
    let last = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const isApart = event.timeStamp - last > TYPED_APART_MS;
      if (event.key !== 'Shift') last = event.timeStamp;
      if (event.key !== '?' || !isApart || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping() || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return { opened, open, close: () => setOpened(false) };
}

export type KeysHelp = ReturnType<typeof useKeysHelp>;

function isTyping(): boolean {
  return document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') === true;
}
