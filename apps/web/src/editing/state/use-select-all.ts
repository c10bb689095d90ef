import type { TickColumn } from '@portal/list-view';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import type { Edits, Kind, KindTypes } from '../kind/kind.ts';
import type { Action } from '../session/session.ts';

/** 'Select all' that changes more rows than this asks first (rules 4.8 and 6.9). */
const ASKS_ABOVE = 20;

/** One use of the box in a heading; `count` rows change by it. */
export type TickedAll = { readonly column: TickColumn; readonly ticked: boolean; readonly count: number };

/** Ticks or unticks all rows shown, after a question where these are many. */
export function useSelectAll<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  entered: Edits,
  rows: ArrayLike<number> & Iterable<number>,
  dispatch: Dispatch<Action>,
) {
  const [toConfirm, setToConfirm] = useState<TickedAll | null>(null);
  const box = useRef<Element | null>(null);
  const focusBox = () => {
    if (box.current instanceof HTMLElement) box.current.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (toConfirm) return focusBox; // when the question goes
    return undefined;
  }, [toConfirm]);
  const apply = useCallback(
    ({ column, ticked }: TickedAll) => {
      const after = rules.tickAll(model, entered, rows, column, ticked);
      dispatch({ type: 'edited', cause: { by: 'all', column, ticked }, change: () => after });
      setToConfirm(null);
    },
    [rules, model, entered, rows, dispatch],
  );
  const tick = useCallback(
    (wanted: TickedAll) => {
      box.current = document.activeElement;
      if (wanted.count > ASKS_ABOVE) setToConfirm(wanted);
      else apply(wanted);
    },
    [apply],
  );
  return {
    tick,
    toConfirm,
    confirm: () => toConfirm && apply(toConfirm),
    cancel: () => setToConfirm(null),
  };
}
