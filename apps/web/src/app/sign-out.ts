import { removeDrafts } from '../lib/tab-drafts.ts';
import { localSafe } from '../lib/safe-storage.ts';
import type { PortalThunk } from './store.ts';

/** `SIGN_OUT` in the history state tells a click from an opened address. */
export const SIGN_OUT_PATH = '/abmelden';
export const SIGN_OUT = { signOut: true } as const;

export function isSignOut(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'signOut' in state;
}

/**
 * Rule 2.6.
 * @returns false when the provider does not answer
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
 * When the page is left, so that a cancelled sign-out removes nothing (rule 2.6).
 * @returns undoes it
 */
export function forgetOnLeaving(): () => void {
  const forget = () => {
    localSafe.clear();
    removeDrafts();
  };
  addEventListener('pagehide', forget);
  return () => removeEventListener('pagehide', forget);
}
