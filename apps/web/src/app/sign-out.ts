import { removeDrafts } from '../lib/tab-drafts.ts';
import { localSafe } from '../lib/safe-storage.ts';
import type { PortalThunk } from './store.ts';

/** Signs out at the identity provider and forgets everything stored in this browser (rule 2.6). */
export function signOut(): PortalThunk<Promise<void>> {
  return async (_dispatch, _getState, { auth }) => {
    localSafe.clear();
    // Edits survive a lost session, but not a deliberate sign-out.
    removeDrafts();
    await auth.current?.signOut();
  };
}
