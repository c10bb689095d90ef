import { type RefObject, startTransition, useEffect, useState } from 'react';
import type { GridHandle } from '../../ui/grid/use-grid-handle.ts';
import type { Dock } from './use-dock.ts';

/** A held key repeats faster. */
const REST_MS = 120;

/** Position of the active row once it rests; at once where its card is asked for. */
export function useRestingRow(grid: RefObject<GridHandle | null>, entered: Dock['entered']): number {
  const [position, setPosition] = useState(0);
  useEffect(() => {
    const selection = grid.current?.selection;
    if (!selection) return undefined;
    const settle = () => startTransition(() => setPosition(selection.active().position));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = selection.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    });
    settle();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [grid, entered]);
  return position;
}

/** Whether a value has stayed for that long. */
export function useSettled(value: unknown, ms: number): boolean {
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value;
}
