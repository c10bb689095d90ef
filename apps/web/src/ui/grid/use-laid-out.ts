import { type RefCallback, startTransition, useCallback, useState } from 'react';

/**
 * An element once the browser has laid it out, and the ref to put on it. Who measures an element while React puts what is new into the page makes
 * the browser lay out everything at once, and a state that keeps it makes React draw everything again at once (ADR 91).
 */
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
