import type { Pharmacy } from '@portal/contracts';
import { portalApi } from '../api/portal-api.ts';
import type { TokenUser } from '../auth/keycloak-session.ts';
import { pharmacyChosen, pharmacyLeft } from '../auth/pharmacy-context-slice.ts';
import { signedIn } from '../auth/session-slice.ts';
import { removeDraftsOfOthers } from '../lib/tab-drafts.ts';
import { forgetOthers, readOwned, STORAGE_KEY } from '../lib/storage.ts';
import type { PortalThunk } from './store.ts';

/**
 * Removes what other people left.
 * @returns lists with unsaved edits of others
 */
export function enterPortal(user: TokenUser): PortalThunk<number> {
  return (dispatch, getState) => {
    const { subject: before } = getState().session;
    if (before !== '' && before !== user.subject) {
      dispatch(pharmacyLeft());
      dispatch(portalApi.util.resetApiState());
    }
    forgetOthers(user.subject);
    const removed = removeDraftsOfOthers(user.subject);
    dispatch(signedIn(user));
    const pharmacy = storedPharmacy(user.subject);
    if (pharmacy) dispatch(pharmacyChosen(pharmacy));
    return removed;
  };
}

function storedPharmacy(owner: string): Pharmacy | null {
  const stored = readOwned(STORAGE_KEY.pharmacyContext, owner) as Partial<Pharmacy> | undefined;
  const usable =
    typeof stored?.crmCompanyId === 'number' && typeof stored.token === 'string' && typeof stored.name === 'string';
  return usable ? (stored as Pharmacy) : null;
}
