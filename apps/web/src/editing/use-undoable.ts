import { type Dispatch, useState } from 'react';
import type { Entered } from './kind.ts';
import type { Action } from './session/session.ts';

/** Something that changed many rows at once, and can be taken back until anything else is entered, saved or loaded. */
export type Undoable<What> = { readonly what: What; readonly before: Entered; readonly after: Entered };

/** @returns `undoable`, null once it is too late, and `undo` */
export function useUndoable<What>(entered: Entered, dispatch: Dispatch<Action>) {
  const [done, setDone] = useState<Undoable<What> | null>(null);
  const undoable = done?.after === entered ? done : null;
  return {
    did: setDone,
    undoable: undoable && undoable.what,
    undo: () => {
      if (!undoable) return;
      dispatch({ type: 'edited', change: () => undoable.before });
      setDone(null);
    },
  };
}
