import { type Dispatch, useEffect, useState } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { Action, Session } from '../session/session.ts';
import { undoKey } from '../cells/undo-key.ts';

/** Rule 3.25. */
export function useUndo({ phase, undo }: Session, dispatch: Dispatch<Action>) {
  const { list, applied } = undo;
  const editing = phase.name === 'editing';
  const [passed, setPassed] = useState<{ readonly way: 'back' | 'forth'; readonly at: number; readonly of: unknown }>();
  const [opened, setOpened] = useState(false);
  const go = (way: 'back' | 'forth') => {
    const to = way === 'back' ? applied - 1 : applied + 1;
    if (to < 0 || to > list.length) return;
    dispatch({ type: 'undone', applied: to });
    setPassed({ way, at: Math.min(applied, to), of: list });
  };
  const goBack = useStableCallback(() => go('back'));
  const onKey = useStableCallback((event: KeyboardEvent) => {
    const way = undoKey(event);
    if (way === undefined || hasUndoOfItsOwn(event.target)) return;
    event.preventDefault();
    go(way);
  });
  const listens = editing && list.length > 0;
  useEffect(() => {
    if (!listens) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [listens, onKey]);
  const shown = passed && passed.of === list && passed.at === (passed.way === 'back' ? applied : applied - 1);
  return {
    list,
    applied,
    passed: shown ? { way: passed.way, entry: list[passed.at] } : undefined,
    /** The list of entries is open. */
    opened,
    setOpened,
    goTo: (to: number) => dispatch({ type: 'undone', applied: to }),
    goBack,
  };
}

/** Text that is no price, and whatever lies behind an open dialog. */
function hasUndoOfItsOwn(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.matches('[data-undo]')) return false;
  return target.closest('textarea, select, [role="dialog"], input:not([type="checkbox"])') !== null;
}
