import { accessFrom, mayEnterRoute, ROUTE_ROLES } from '@portal/rules';
import { matchPath } from 'react-router';
import { pharmaciesApi } from '../features/pharmacies/pharmacies-api.ts';
import { usersApi } from '../features/users/users-api.ts';
import type { PortalThunk } from './store.ts';
import { isAdmitted } from './use-signed-in-user.ts';

const PHARMACY = 'p/:pharmacyId/:pharmacyToken';

/**
 * Asks for what every page at this address needs before the first one is drawn. A query that only its hook starts changes the store while
 * the page is put in place, and the whole of it is drawn again at once, without a break (ADR 81). Only for who has signed in.
 * @param path of the address
 */
export function askAhead(path: string): PortalThunk<void> {
  return (dispatch, getState) => {
    const { userRoles, country } = getState().session;
    const access = accessFrom(userRoles, country);
    if (!isAdmitted(access)) return;
    dispatch(usersApi.util.prefetch('getUserData', undefined, {}));
    const { pharmacyId: crmId, pharmacyToken: token } = matchPath(`/${PHARMACY}/*`, path)?.params ?? {};
    if (crmId === undefined || token === undefined || !mayEnterRoute(access.roles, ROUTE_ROLES[PHARMACY])) return;
    dispatch(pharmaciesApi.util.prefetch('getDashboard', { params: { crmId, token } }, {}));
  };
}
