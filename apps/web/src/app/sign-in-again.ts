import { leaveWithoutAsking } from '../lib/unsaved-work.ts';
import type { PortalThunk } from './store.ts';

/**
 * Edits wait in the tab.
 * @returns false when the provider does not answer
 */
export function signInAgain(): PortalThunk<Promise<boolean>> {
  return async (_dispatch, _getState, { auth }) => {
    const session = auth.current;
    if (!session || !(await session.isReachable())) return false;
    leaveWithoutAsking();
    await session.signIn();
    return true;
  };
}
