import type { TickColumn } from '@portal/list-view';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import type { Entered, Kind, KindTypes } from './kind.ts';
import type { Action } from './session/session.ts';
import { useUndoable } from './use-undoable.ts';

/** 'Select all' that changes more rows than this asks first (rules 4.8 and 6.9). */
const ASKS_ABOVE = 20;

/** One use of the box in a heading; `count` rows change by it. */
export type TickedAll = { readonly column: TickColumn; readonly ticked: boolean; readonly count: number };

/** Ticks or unticks all rows shown, after a question where these are many, and takes that back until something else is entered. */
export function useSelectAll<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  entered: Entered,
  rows: ArrayLike<number> & Iterable<number>,
  dispatch: Dispatch<Action>,
) {
  const [asked, setAsked] = useState<TickedAll | null>(null);
  const { did, undoable, undo } = useUndoable<TickedAll>(entered, dispatch);
  const box = useRef<Element | null>(null);
  const focusBox = () => {
    if (box.current instanceof HTMLElement) box.current.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (asked) return focusBox; // when the question goes
    return undefined;
  }, [asked]);
  const apply = useCallback(
    (tick: TickedAll) => {
      const after = rules.tickAll(model, entered, rows, tick.column, tick.ticked);
      dispatch({ type: 'edited', change: () => after });
      setAsked(null);
      did({ what: tick, before: entered, after });
    },
    [rules, model, entered, rows, dispatch, did],
  );
  const tick = useCallback(
    (wanted: TickedAll) => {
      box.current = document.activeElement;
      if (wanted.count > ASKS_ABOVE) setAsked(wanted);
      else apply(wanted);
    },
    [apply],
  );
  return {
    tick,
    asked,
    confirm: () => asked && apply(asked),
    cancel: () => setAsked(null),
    /** What can be taken back; null once anything else was entered, saved or loaded again. */
    undoable,
    undo: () => {
      undo();
      focusBox(); // the button that was pressed goes
    },
  };
}
