import { accessFrom, mayEnterRoute, parseProductGroup, ROUTE_ROLES, type UpdateKind } from '@portal/rules';
import i18next from 'i18next';
import { type LoaderFunctionArgs, type Params, redirect } from 'react-router';
import { isApiError } from '../api/api-error.ts';
import { pharmacyEntered } from '../auth/pharmacy-context-slice.ts';
import { userLoaded } from '../auth/session-slice.ts';
import { pharmaciesApi } from '../features/pharmacies/pharmacies-api.ts';
import { usersApi } from '../features/users/users-api.ts';
import type { Prefetched } from '../lib/prefetch.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { LIST_TEXTS } from './preload-list.ts';
import type { PortalStore, PortalThunk } from './store.ts';
import { isAdmitted } from './use-signed-in-user.ts';

/** Milliseconds: a fast line renders once, a slow one shows the frame first. */
export const FIRST_RENDER_WAIT_MS = 100;
/** How long a prefetched answer waits for its screen, in ms. */
const PREFETCH_HOLD_MS = 10_000;
const PHARMACY = 'p/:pharmacyId/:pharmacyToken';

/** An id or token of the wrong form is treated as an unknown address. */
const REFUSALS: Readonly<Record<number, string>> = { 403: '/403', 404: '/404', 400: '/404' };

type Query = PortalThunk<{ unsubscribe(): void }>;

/** Start queries while code loads; lists are not awaited, their errors are shown by the screen. */
export function createLoaders({ dispatch, getState }: PortalStore) {
  const access = () => {
    const { userRoles, country } = getState().session;
    return accessFrom(userRoles, country);
  };
  const mayEnter = () => isAdmitted(access()) && mayEnterRoute(access().roles, ROUTE_ROLES[PHARMACY]);

  const prefetch = (load: () => Promise<Query[]>): Prefetched | null => {
    if (!mayEnter()) return null;
    const start = async () => {
      // Missing code is shown by the screen, which imports the same modules.
      const queries = await load().catch(() => []);
      const subscriptions = queries.map((query) => dispatch(query));
      const release = () => {
        for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
      };
      setTimeout(release, PREFETCH_HOLD_MS);
      return release;
    };
    return { release: start() };
  };

  return {
    /** The user's record (rule 2.4). */
    async user() {
      if (!isAdmitted(access())) return null;
      const query = dispatch(usersApi.endpoints.getUserData.initiate(undefined, { subscribe: false }));
      const answer = await withTimeout(query, FIRST_RENDER_WAIT_MS);
      if (answer?.data) dispatch(userLoaded(answer.data));
      return null;
    },
    /** A refusal leaves at once; the screen would fetch it again. */
    async pharmacy({ params, request }: LoaderFunctionArgs) {
      if (!mayEnter()) return null;
      const query = dispatch(pharmaciesApi.endpoints.getDashboard.initiate(dashboardOf(params), { subscribe: false }));
      const answer = await withTimeout(query, FIRST_RENDER_WAIT_MS);
      // The user may have opened another pharmacy meanwhile.
      if (answer?.data && !request.signal.aborted) dispatch(pharmacyEntered(answer.data));
      const refusal = isApiError(answer?.error) ? REFUSALS[answer.error.httpStatus] : undefined;
      if (refusal) throw redirect(refusal);
      return null;
    },
    /** Fetched at each visit: updates arrive meanwhile. */
    dashboard({ params }: LoaderFunctionArgs) {
      return prefetch(async () => [
        pharmaciesApi.endpoints.getDashboard.initiate(dashboardOf(params), { forceRefetch: true }),
      ]);
    },
    priceList({ params }: LoaderFunctionArgs) {
      const { pharmacyId = '', pharmacyToken: token = '' } = params;
      const productGroup = parseProductGroup(params.type ?? '');
      if (!productGroup) return null;
      void i18next.loadNamespaces(LIST_TEXTS.priceList);
      return prefetch(async () => {
        const [{ priceListsApi }, { marksApi }, { dueReviewsApi }] = await Promise.all([
          import('../features/price-lists/price-lists-api.ts'),
          import('../editing/judging/marks-api.ts'),
          import('../editing/judging/due-reviews-api.ts'),
        ]);
        const list = { params: { pharmacyId, token, productGroup } };
        return [
          priceListsApi.endpoints.getPriceList.initiate(list, { forceRefetch: true }),
          marksApi.endpoints.getListReviewMarks.initiate(list, { forceRefetch: true }),
          dueReviewsApi.endpoints.getDueReviews.initiate(list, { forceRefetch: true }),
          priceListsApi.endpoints.getGuardrails.initiate(
            { params: { apoId: pharmacyId, token } },
            { forceRefetch: true },
          ),
        ];
      });
    },
    update:
      (kind: UpdateKind) =>
      ({ params }: LoaderFunctionArgs) => {
        const { pharmacyId = '', pharmacyToken: token = '' } = params;
        const id = params.mdpId ?? params.lzdId ?? '';
        const productGroup = parseProductGroup(params.productType ?? '');
        if (!productGroup) return null;
        void i18next.loadNamespaces(LIST_TEXTS.priceUpdate);
        return prefetch(async () => {
          const { priceUpdatesApi } = await import('../features/price-updates/price-updates-api.ts');
          const target = { kind, id, pharmacyId, token, productGroup };
          return [priceUpdatesApi.endpoints.getUpdate.initiate(target, { forceRefetch: true })];
        });
      },
  };
}

function dashboardOf({ pharmacyId = '', pharmacyToken = '' }: Params) {
  return { params: { crmId: pharmacyId, token: pharmacyToken } };
}
