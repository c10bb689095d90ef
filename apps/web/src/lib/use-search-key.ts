import { type RefObject, useEffect } from 'react';

/** The second time it is the browser's own search. Rule 2.10. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
      const input = field.current;
      if (key.toLowerCase() !== 'f' || ctrlKey === metaKey || shiftKey || altKey || defaultPrevented) return;
      if (!input || document.activeElement === input || isCovered(input)) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

function isCovered(input: HTMLElement): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null && !input.closest('[role="dialog"]');
}
