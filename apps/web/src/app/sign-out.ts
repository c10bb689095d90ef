import { removeDrafts } from '../lib/tab-drafts.ts';
import { localSafe } from '../lib/safe-storage.ts';
import type { PortalThunk } from './store.ts';

/** The page that signs out; in the state of its history entry `SIGN_OUT` tells a click from an address that somebody opened. */
export const SIGN_OUT_PATH = '/abmelden';
export const SIGN_OUT = { signOut: true } as const;

export function isSignOut(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'signOut' in state;
}

/**
 * Leaves for the identity provider, which ends the session (rule 2.6).
 * @returns false when the provider does not answer: the page stays, and the session stands
 */
export function signOut(): PortalThunk<Promise<boolean>> {
  return async (_dispatch, _getState, { auth }) => {
    const session = auth.current;
    if (!session || !(await session.isReachable())) return false;
    await session.signOut();
    return true;
  };
}

/**
 * Removes everything stored in this browser when the page is left, not before: a sign-out that is stopped on the way removes nothing
 * (rule 2.6). Unsaved edits survive a lost session, but not a deliberate sign-out.
 * @returns takes it back
 */
export function forgetOnLeaving(): () => void {
  const forget = () => {
    localSafe.clear();
    removeDrafts();
  };
  addEventListener('pagehide', forget);
  return () => removeEventListener('pagehide', forget);
}
