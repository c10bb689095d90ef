import type { Pharmacy, UserData } from '@portal/contracts';
import { combineReducers, configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { StoreExtra } from '../api/base-query.ts';
import { portalApi } from '../api/portal-api.ts';
import type { AuthSession } from '../auth/auth-session.ts';
import { pharmacyContextReducer } from '../auth/pharmacy-context-slice.ts';
import { sessionReducer } from '../auth/session-slice.ts';
import { readStored, STORAGE_KEY, writeStored } from '../lib/storage.ts';

const reducer = combineReducers({
  [portalApi.reducerPath]: portalApi.reducer,
  session: sessionReducer,
  pharmacyContext: pharmacyContextReducer,
});
export type RootState = ReturnType<typeof reducer>;
export type PortalStore = ReturnType<typeof createStore>;
export type PortalDispatch = PortalStore['dispatch'];
export type PortalThunk<Result> = ThunkAction<Result, RootState, StoreExtra, UnknownAction>;

/**
 * The store with the one api. Server data lives in RTK Query; the slices hold who is signed in and which pharmacy is
 * chosen. The chosen pharmacy survives a reload.
 * @param auth set when the sign-in has succeeded
 */
export function createStore(auth: AuthSession | undefined, storage: Storage = localStorage) {
  const extra: StoreExtra = { auth: { current: auth } };
  const store = configureStore({
    reducer,
    preloadedState: { pharmacyContext: { pharmacy: storedPharmacy(storage) } },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // Lists of 20,000 rows are not walked on every action.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(portalApi.middleware),
  });
  keepStored(store, storage);
  return Object.assign(store, { auth: extra.auth });
}

function keepStored(
  store: { getState(): RootState; subscribe(listener: () => void): unknown },
  storage: Storage,
): void {
  let user: UserData | null = null;
  let pharmacy = store.getState().pharmacyContext.pharmacy;
  store.subscribe(() => {
    const state = store.getState();
    if (state.session.userInfo !== user) {
      user = state.session.userInfo;
      writeStored(STORAGE_KEY.userInfo, user ?? undefined, storage);
    }
    if (state.pharmacyContext.pharmacy !== pharmacy) {
      pharmacy = state.pharmacyContext.pharmacy;
      writeStored(STORAGE_KEY.pharmacyContext, pharmacy ?? undefined, storage);
    }
  });
}

/** What an older version or somebody else stored is left aside unless it names a pharmacy. */
function storedPharmacy(storage: Storage): Pharmacy | null {
  const stored = readStored(STORAGE_KEY.pharmacyContext, storage) as Partial<Pharmacy> | undefined;
  const usable =
    typeof stored?.crmCompanyId === 'number' && typeof stored.token === 'string' && typeof stored.name === 'string';
  return usable ? (stored as Pharmacy) : null;
}
