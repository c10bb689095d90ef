import { latestScan, readScan, type Scan } from '@portal/rules';
import { useEffect } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';

/** Keys further apart than this are not from one scan. */
const SCAN_GAP_MS = 1000;
const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** Collects the characters of keys until another kind of key is pressed. */
export function createScanBuffer() {
  let typed = '';
  let last = -Infinity;
  return {
    /** @returns the code that Enter or Tab ends */
    take: ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent): Scan | undefined => {
      if (key === 'Shift' || key === 'Dead') return undefined;
      if (timeStamp - last > SCAN_GAP_MS) typed = '';
      last = timeStamp;
      if (key.length === 1 && !metaKey && ctrlKey === altKey) {
        typed = (typed + key).slice(-200);
        return undefined;
      }
      const scan = key === 'Enter' || key === 'Tab' ? readScan(latestScan(typed)) : undefined;
      // Scanners send separators of a code as keys with Ctrl.
      if (!ctrlKey) typed = '';
      return scan;
    },
  };
}

/** The scanner's final key must press no button and open no row. Rule 2.40. */
export function useScanKeys(onScan: (scan: Scan) => void): void {
  const found = useStableCallback(onScan);
  useEffect(() => {
    const buffer = createScanBuffer();
    const onKeyDown = (event: KeyboardEvent) => {
      const scan = buffer.take(event);
      if (!scan || takesText(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      found(scan);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [found]);
}

/** Whether an element takes in what is typed. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target instanceof HTMLElement && target.closest('textarea, select, [contenteditable="true"]') !== null;
}
