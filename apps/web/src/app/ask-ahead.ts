import type { Dashboard } from '@portal/contracts';
import { accessFrom, mayEnterRoute, ROUTE_ROLES } from '@portal/rules';
import type { UnknownAction } from '@reduxjs/toolkit';
import { matchPath, type Params } from 'react-router';
import { firstScreenAsked } from '../api/fresh.ts';
import { userLoaded } from '../auth/session-slice.ts';
import { pharmaciesApi } from '../features/pharmacies/pharmacies-api.ts';
import { usersApi } from '../features/users/users-api.ts';
import { whatIsKnown } from './known-pharmacy.ts';
import { listScreenAt } from './list-screens.ts';
import { noteRefusal, startNoting } from './refused-pharmacy.ts';
import type { PortalThunk } from './store.ts';
import { isAdmitted } from './use-signed-in-user.ts';

const PHARMACY = 'p/:pharmacyId/:pharmacyToken';
/** The screen takes it over; who never opens it keeps nothing. */
const ONCE = { subscribe: false } as const;

/** What is known of user and pharmacy once it has been asked for: what their first screen would put into the store itself. */
type Known = readonly UnknownAction[];

/**
 * Asks for what every page at this address needs before the first one is drawn. A query that only its hook starts changes the store while
 * the page is put in place, and the whole of it is drawn again at once, without a break (ADR 81). Only for who has signed in.
 * @param path of the address
 * @returns when user and pharmacy have been answered for, in whatever way; the list of a list's address comes later
 */
export function askAhead(path: string): PortalThunk<Promise<Known>> {
  return async (dispatch, getState) => {
    const { userRoles, country } = getState().session;
    const access = accessFrom(userRoles, country);
    if (!isAdmitted(access)) return [];
    firstScreenAsked();
    const asking = dispatch(usersApi.endpoints.getUserData.initiate(undefined, ONCE));
    const params = matchPath(`/${PHARMACY}/*`, path)?.params;
    const pharmacy = mayEnterRoute(access.roles, ROUTE_ROLES[PHARMACY]) ? params : undefined;
    const asked = pharmacy && dispatch(askForPharmacy(path, pharmacy));
    const { data: user } = await asking;
    const dashboard = await asked;
    return [...(user ? [userLoaded(user)] : []), ...(dashboard ? whatIsKnown(dashboard) : [])];
  };
}

function askForPharmacy(path: string, params: Params): PortalThunk<Promise<Dashboard | undefined>> {
  return async (dispatch) => {
    const { pharmacyId: crmId = '', pharmacyToken: token = '' } = params;
    startNoting();
    const asking = dispatch(pharmaciesApi.endpoints.getDashboard.initiate({ params: { crmId, token } }, ONCE));
    // A screen that cannot be loaded says so where it is shown.
    void listScreenAt(path)
      ?.load()
      .then(
        ({ askFor }) => {
          const ask = askFor(path);
          if (ask) dispatch(ask);
        },
        () => undefined,
      );
    const { data, error } = await asking;
    if (error && 'httpStatus' in error && error.httpStatus >= 400 && error.httpStatus < 500) noteRefusal(params, error);
    return data;
  };
}
