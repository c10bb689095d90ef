import type { UserData } from '@portal/contracts';
import { combineReducers, configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { arrivingReducer } from '../api/arriving-slice.ts';
import { connectionReducer } from '../api/connection-slice.ts';
import { ProductCache } from '../api/product-cache.ts';
import { portalApi } from '../api/portal-api.ts';
import type { StoreExtra } from '../api/send-signed-in.ts';
import type { AuthSession } from '../auth/auth-session.ts';
import { pharmacyContextReducer } from '../auth/pharmacy-context-slice.ts';
import { sessionReducer } from '../auth/session-slice.ts';
import { localSafe, type SafeStorage } from '../lib/safe-storage.ts';
import { STORAGE_KEY, writeOwned } from '../lib/storage.ts';

const reducer = combineReducers({
  [portalApi.reducerPath]: portalApi.reducer,
  session: sessionReducer,
  pharmacyContext: pharmacyContextReducer,
  arriving: arrivingReducer,
  connection: connectionReducer,
});
export type RootState = ReturnType<typeof reducer>;
export type PortalStore = ReturnType<typeof createStore>;
export type PortalDispatch = PortalStore['dispatch'];
export type PortalThunk<Result> = ThunkAction<Result, RootState, StoreExtra, UnknownAction>;

/**
 * Server data lives in RTK Query.
 * @param auth after the sign-in
 */
export function createStore(auth: AuthSession | undefined, storage: SafeStorage = localSafe) {
  const extra: StoreExtra = { auth: { current: auth }, products: new ProductCache() };
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // The checks would walk lists of 20,000 rows on every action.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(portalApi.middleware),
  });
  keepStored(store, storage);
  return Object.assign(store, { auth: extra.auth });
}

function keepStored(
  store: { getState(): RootState; subscribe(listener: () => void): unknown },
  storage: SafeStorage,
): void {
  let user: UserData | null = null;
  let pharmacy = store.getState().pharmacyContext.pharmacy;
  store.subscribe(() => {
    const state = store.getState();
    const owner = state.session.subject;
    if (state.session.userInfo !== user) {
      user = state.session.userInfo;
      writeOwned(STORAGE_KEY.userInfo, owner, user ?? undefined, storage);
    }
    if (state.pharmacyContext.pharmacy !== pharmacy) {
      pharmacy = state.pharmacyContext.pharmacy;
      writeOwned(STORAGE_KEY.pharmacyContext, owner, pharmacy ?? undefined, storage);
    }
  });
}
