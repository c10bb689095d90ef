import { type Dispatch, useCallback, useState } from 'react';
import type { Edits } from '../kind/kind.ts';
import type { Action } from '../session/session.ts';

/** Puts in what a bulk rule has worked out (rule 3.17). */
export function useBulk(dispatch: Dispatch<Action>) {
  const [opened, setOpened] = useState(false);
  const apply = useCallback(
    (entered: Edits, pzns: readonly string[]) => dispatch({ type: 'filled', cause: { by: 'rule' }, entered, pzns }),
    [dispatch],
  );
  /** Takes drafts of standing rules out again (rule 18.9). */
  const drop = useCallback(
    (entered: Edits, pzns: readonly string[]) => dispatch({ type: 'filled', cause: { by: 'drop' }, entered, pzns }),
    [dispatch],
  );
  return { opened, setOpened, apply, drop };
}
