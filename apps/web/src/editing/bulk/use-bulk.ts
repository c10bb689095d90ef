import { type Dispatch, useCallback, useState } from 'react';
import type { Entered } from '../kind.ts';
import type { Action } from '../session/session.ts';
import { useUndoable } from '../use-undoable.ts';

/** Puts in what a bulk rule has worked out, and takes it back in one step (rule 3.17). */
export function useBulk(entered: Entered, dispatch: Dispatch<Action>) {
  const [opened, setOpened] = useState(false);
  const { did, undoable, undo } = useUndoable<number>(entered, dispatch);
  const apply = useCallback(
    (after: Entered, pzns: readonly string[]) => {
      dispatch({ type: 'imported', entered: after, added: [], pzns });
      did({ what: pzns.length, before: entered, after });
    },
    [entered, dispatch, did],
  );
  return { opened, setOpened, apply, undoable, undo };
}
