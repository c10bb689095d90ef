import { type RefCallback, useEffect, useState } from 'react';
import { useLaidOut } from '../../ui/grid/use-laid-out.ts';

/** Pixels; not each one of a window that is resized makes another table. */
const STEP = 8;
/** Of the docked card, with its border. */
const CARD = 321;

/** Pixels that the columns have; of the window before it is laid out. */
export function useRoom(docked: boolean): readonly [number, RefCallback<HTMLDivElement>] {
  const [work, ref] = useLaidOut<HTMLDivElement>();
  const [width, setWidth] = useState(() => innerWidth);
  useEffect(() => {
    if (!work) return undefined;
    const look = () => {
      const grid = work.querySelector<HTMLElement>('[role="grid"]');
      const scrollbar = grid ? grid.offsetWidth - grid.clientWidth : 0;
      if (work.clientWidth > 0) setWidth(stepsOf(work.clientWidth - scrollbar));
    };
    const observer = new ResizeObserver(look);
    observer.observe(work);
    return () => observer.disconnect();
  }, [work]);
  return [width - (docked ? CARD : 0), ref];
}

const stepsOf = (pixels: number) => Math.floor(pixels / STEP) * STEP;
