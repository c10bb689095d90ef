import { latestScan, readScan, type Scan } from '@portal/rules';
import { useEffect } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';

/** Keys further apart than this are not from one scan. */
const SCAN_GAP_MS = 1000;
const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

type ScanKeys = { readonly text: string; readonly scan: Scan | undefined };

/** Collects the characters of keys until another kind of key is pressed. */
export function createScanBuffer() {
  let typed = '';
  let last = -Infinity;
  return {
    /** @returns the text that Enter or Tab ends, with its code where it is one */
    take: ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent): ScanKeys | undefined => {
      if (key === 'Shift' || key === 'Dead') return undefined;
      if (timeStamp - last > SCAN_GAP_MS) typed = '';
      last = timeStamp;
      if (key.length === 1 && !metaKey && ctrlKey === altKey) {
        typed = (typed + key).slice(-200);
        return undefined;
      }
      const text = key === 'Enter' || key === 'Tab' ? typed : '';
      // Scanners send separators of a code as keys with Ctrl.
      if (!ctrlKey) typed = '';
      return text === '' ? undefined : { text, scan: readScan(latestScan(text)) };
    },
  };
}

/** Characters; fewer are keys that a person pressed. */
const SHORTEST_TEXT = 4;

/**
 * The scanner's final key must press no button and open no row. Rule 2.40.
 * @param onOther for what is no code that the portal reads
 */
export function useScanKeys(onScan: (scan: Scan, text: string) => void, onOther?: (text: string) => void): void {
  const found = useStableCallback(onScan);
  const other = useStableCallback(onOther ?? (() => {}));
  const takesAll = onOther !== undefined;
  useEffect(() => {
    const buffer = createScanBuffer();
    const onKeyDown = (event: KeyboardEvent) => {
      const { scan, text = '' } = buffer.take(event) ?? {};
      const isTaken = scan !== undefined || (takesAll && text.length >= SHORTEST_TEXT);
      if (!isTaken || takesText(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (scan) found(scan, text);
      else other(text);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [found, other, takesAll]);
}

/** Whether an element takes in what is typed. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target instanceof HTMLElement && target.closest('textarea, select, [contenteditable="true"]') !== null;
}
