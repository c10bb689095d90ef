import { Loader } from '@mantine/core';
import { type GuardedRoute, UPDATE_KINDS } from '@portal/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LoaderFunction,
  Navigate,
  redirectDocument,
  type RouteObject,
  type ShouldRevalidateFunction,
} from 'react-router';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';
import { AdminRoute } from './AdminRoute.tsx';
import { AdminViews } from './AdminViews.tsx';
import { DashboardRoute } from './DashboardRoute.tsx';
import { CrashPage, ForbiddenPage, NotFoundPage } from './ErrorPage.tsx';
import { HomePage } from './HomePage.tsx';
import { createLoaders } from './loaders.ts';
import { PharmacyScope } from './PharmacyScope.tsx';
import { RequireRole } from './RequireRole.tsx';
import { Shell } from './Shell.tsx';
import { SignOutPage } from './SignOutPage.tsx';
import shellClasses from './Shell.module.css';
import type { PortalStore } from './store.ts';

const BatchUploadPage = lazyPart(() => import('../features/intake/batch/BatchUploadPage.tsx'));
const ComparePage = lazyPart(() => import('../features/price-lists/compare/ComparePage.tsx'));
const DeliveriesPage = lazyPart(() => import('../features/deliveries/DeliveriesPage.tsx'));
const HistoryPage = lazyPart(() => import('../features/history/HistoryPage.tsx'));
const LatestUploads = lazyPart(() => import('../features/lzd-pipeline/LatestUploads.tsx'));
const LogExportPage = lazyPart(() => import('../features/log-export/LogExportPage.tsx'));
const PeriodsPage = lazyPart(() => import('../features/periods/PeriodsPage.tsx'));
const PipelinePage = lazyPart(() => import('../features/lzd-pipeline/PipelinePage.tsx'));
const PriceListRoute = lazyPart(() => import('./PriceListRoute.tsx'));
const PriceUpdateRoute = lazyPart(() => import('./PriceUpdateRoute.tsx'));
const OwnHistoryPage = lazyPart(() => import('../features/history/OwnHistoryPage.tsx'));
const TillCheckRoute = lazyPart(() => import('./TillCheckRoute.tsx'));
const ShelfRoute = lazyPart(() => import('./ShelfRoute.tsx'));
const SettingsPage = lazyPart(() => import('../features/settings/SettingsPage.tsx'));

const PHARMACY = 'p/:pharmacyId/:pharmacyToken';

/** A view writes itself into the search; only another page needs its data. */
const onOtherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname;

/** A page for the roles that ROUTE_ROLES names for it. */
const guarded = (route: GuardedRoute, page: ReactNode) => <RequireRole route={route}>{page}</RequireRole>;

/** Loads the code of a screen while its data are on their way. */
const withCode =
  ({ loadAhead }: Pick<LazyPart<object>, 'loadAhead'>, loader: LoaderFunction): LoaderFunction =>
  (...args) => {
    loadAhead();
    return loader(...args);
  };

/** The page with the camera and all others are documents of their own (rule 21.6). */
const inOtherDocument: LoaderFunction = ({ request: { url } }) => redirectDocument(url);

/** Rule 1.5. */
export function createRoutes(store: PortalStore, { isShelf = false } = {}): RouteObject[] {
  const loaders = createLoaders(store);
  return isShelf ? shelfRoutes(loaders) : portalRoutes(loaders);
}

type Loaders = ReturnType<typeof createLoaders>;

const toPharmacy = (loaders: Loaders) => ({
  path: PHARMACY,
  element: guarded(PHARMACY, <PharmacyScope />),
  loader: loaders.pharmacy,
  shouldRevalidate: (({ currentParams, nextParams }) =>
    currentParams.pharmacyId !== nextParams.pharmacyId ||
    currentParams.pharmacyToken !== nextParams.pharmacyToken) satisfies ShouldRevalidateFunction,
});

function shelfRoutes(loaders: Loaders): RouteObject[] {
  return [
    {
      element: <Shell />,
      errorElement: <CrashPage />,
      children: [
        {
          loader: loaders.user,
          shouldRevalidate: () => false,
          HydrateFallback: PageLoading,
          children: [
            {
              ...toPharmacy(loaders),
              children: [
                { index: true, loader: inOtherDocument },
                { path: 'regal', element: guarded(`${PHARMACY}/regal`, <ShelfRoute />) },
              ],
            },
          ],
        },
        { path: 'abmelden', element: <SignOutPage /> },
        { path: '*', loader: inOtherDocument },
      ],
    },
  ];
}

function portalRoutes(loaders: Loaders): RouteObject[] {
  return [
    {
      element: <Shell />,
      errorElement: <CrashPage />,
      children: [
        {
          loader: loaders.user,
          shouldRevalidate: () => false,
          HydrateFallback: PageLoading,
          children: [
            { index: true, element: guarded('', <HomePage />) },
            { path: 'admin', element: guarded('admin', <AdminRoute />) },
            { path: 'admin/export', element: guarded('admin/export', <LogExportPage />) },
            {
              path: 'admin/pipeline',
              element: guarded('admin/pipeline', [<AdminViews key="views" />, <PipelinePage key="page" />]),
            },
            {
              path: 'admin/uploads',
              element: guarded('admin/uploads', [
                <AdminViews key="views" />,
                <BatchUploadPage key="page" latest={<LatestUploads />} />,
              ]),
            },
            {
              path: 'admin/deliveries',
              element: guarded('admin/deliveries', [<AdminViews key="views" />, <DeliveriesPage key="page" />]),
            },
            {
              ...toPharmacy(loaders),
              children: [
                {
                  index: true,
                  element: <DashboardRoute />,
                  loader: loaders.dashboard,
                  shouldRevalidate: onOtherPage,
                },
                { path: 'zeitraeume', element: guarded(`${PHARMACY}/zeitraeume`, <PeriodsPage />) },
                { path: 'kassenabgleich', element: guarded(`${PHARMACY}/kassenabgleich`, <TillCheckRoute />) },
                { path: 'regal', loader: inOtherDocument },
                { path: 'history', element: guarded(`${PHARMACY}/history`, <HistoryPage />) },
                { path: 'verlauf', element: guarded(`${PHARMACY}/verlauf`, <OwnHistoryPage />) },
                { path: 'vergleich/:type', element: guarded(`${PHARMACY}/vergleich/:type`, <ComparePage />) },
                { path: 'settings', element: guarded(`${PHARMACY}/settings`, <SettingsPage />) },
                {
                  path: 'pricelist/:type',
                  element: guarded(`${PHARMACY}/pricelist/:type`, <PriceListRoute />),
                  loader: withCode(PriceListRoute, loaders.priceList),
                  shouldRevalidate: onOtherPage,
                },
                ...UPDATE_KINDS.map((kind): RouteObject => {
                  const path = UPDATE_PATHS[kind];
                  return {
                    path,
                    element: guarded(`${PHARMACY}/${path}`, <PriceUpdateRoute kind={kind} />),
                    loader: withCode(PriceUpdateRoute, loaders.update(kind)),
                    shouldRevalidate: onOtherPage,
                  };
                }),
              ],
            },
          ],
        },
        { path: 'abmelden', element: <SignOutPage /> },
        { path: '404', element: <NotFoundPage /> },
        { path: '403', element: <ForbiddenPage /> },
        { path: '*', element: <Navigate to="/404" replace /> },
      ],
    },
  ];
}

const UPDATE_PATHS = {
  MDP: 'mdp/:mdpId/:productType',
  QDP: 'qdp/:mdpId/:productType',
  LZD: 'lzd/:lzdId/:productType',
} as const;

/** The page inside the shell while its first data are on their way. */
function PageLoading() {
  const { t } = useTranslation();
  return <Loader className={shellClasses.loader} aria-label={t('loading')} />;
}
