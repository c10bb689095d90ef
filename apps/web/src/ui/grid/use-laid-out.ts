import { type RefCallback, startTransition, useCallback, useState } from 'react';

/** Measuring during a commit forces a layout of everything (ADR 91). */
export function useLaidOut<E extends HTMLElement>(): readonly [E | null, RefCallback<E>] {
  const [laidOut, setLaidOut] = useState<E | null>(null);
  const ref = useCallback((element: E) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      startTransition(() => setLaidOut(element));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setLaidOut(null);
    };
  }, []);
  return [laidOut, ref];
}
