import { leaveWithoutAsking } from '../lib/unsaved-work.ts';
import type { PortalThunk } from './store.ts';

/**
 * Leaves for the sign-in page, which comes back here; edits wait in the tab meanwhile, so that the browser need not ask.
 * @returns false when the identity provider does not answer, and the page stays
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
