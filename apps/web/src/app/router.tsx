import { Navigate, type RouteObject } from 'react-router';
import { AdminRoute } from './AdminRoute.tsx';
import { AdminViews } from './AdminViews.tsx';
import { CrashPage, ForbiddenPage, NotFoundPage } from './ErrorPage.tsx';
import { DashboardRoute } from './DashboardRoute.tsx';
import { RequireRole } from './RequireRole.tsx';
import { HomePage } from './HomePage.tsx';
import { PharmacyScope } from './PharmacyScope.tsx';
import { Shell } from './Shell.tsx';
import { SignOutPage } from './SignOutPage.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const BatchUploadPage = lazyPart(() => import('../features/intake/batch/BatchUploadPage.tsx'));
const ComparePage = lazyPart(() => import('../features/price-lists/compare/ComparePage.tsx'));
const HistoryPage = lazyPart(() => import('../features/history/HistoryPage.tsx'));
const LogExportPage = lazyPart(() => import('../features/log-export/LogExportPage.tsx'));
const PipelinePage = lazyPart(() => import('../features/lzd-pipeline/PipelinePage.tsx'));
const PriceListRoute = lazyPart(() => import('./PriceListRoute.tsx'));
const PriceUpdateRoute = lazyPart(() => import('./PriceUpdateRoute.tsx'));
const OwnHistoryPage = lazyPart(() => import('../features/history/OwnHistoryPage.tsx'));
const SettingsPage = lazyPart(() => import('../features/settings/SettingsPage.tsx'));

const PHARMACY = 'p/:pharmacyId/:pharmacyToken';

/** The route table of rule 1.5; the roles of each page are those of ROUTE_ROLES. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <CrashPage />,
    children: [
      {
        index: true,
        element: (
          <RequireRole route="">
            <HomePage />
          </RequireRole>
        ),
      },
      {
        path: 'admin',
        element: (
          <RequireRole route="admin">
            <AdminRoute />
          </RequireRole>
        ),
      },
      {
        path: 'admin/export',
        element: (
          <RequireRole route="admin/export">
            <LogExportPage />
          </RequireRole>
        ),
      },
      {
        path: 'admin/pipeline',
        element: (
          <RequireRole route="admin/pipeline">
            <AdminViews />
            <PipelinePage />
          </RequireRole>
        ),
      },
      {
        path: 'admin/uploads',
        element: (
          <RequireRole route="admin/uploads">
            <AdminViews />
            <BatchUploadPage />
          </RequireRole>
        ),
      },
      {
        path: PHARMACY,
        element: (
          <RequireRole route={PHARMACY}>
            <PharmacyScope />
          </RequireRole>
        ),
        children: [
          { index: true, element: <DashboardRoute /> },
          {
            path: 'history',
            element: (
              <RequireRole route={`${PHARMACY}/history`}>
                <HistoryPage />
              </RequireRole>
            ),
          },
          {
            path: 'verlauf',
            element: (
              <RequireRole route={`${PHARMACY}/verlauf`}>
                <OwnHistoryPage />
              </RequireRole>
            ),
          },
          {
            path: 'vergleich/:type',
            element: (
              <RequireRole route={`${PHARMACY}/vergleich/:type`}>
                <ComparePage />
              </RequireRole>
            ),
          },
          {
            path: 'settings',
            element: (
              <RequireRole route={`${PHARMACY}/settings`}>
                <SettingsPage />
              </RequireRole>
            ),
          },
          {
            path: 'pricelist/:type',
            element: (
              <RequireRole route={`${PHARMACY}/pricelist/:type`}>
                <PriceListRoute />
              </RequireRole>
            ),
          },
          {
            path: 'mdp/:mdpId/:productType',
            element: (
              <RequireRole route={`${PHARMACY}/mdp/:mdpId/:productType`}>
                <PriceUpdateRoute kind="MDP" />
              </RequireRole>
            ),
          },
          {
            path: 'qdp/:mdpId/:productType',
            element: (
              <RequireRole route={`${PHARMACY}/qdp/:mdpId/:productType`}>
                <PriceUpdateRoute kind="QDP" />
              </RequireRole>
            ),
          },
          {
            path: 'lzd/:lzdId/:productType',
            element: (
              <RequireRole route={`${PHARMACY}/lzd/:lzdId/:productType`}>
                <PriceUpdateRoute kind="LZD" />
              </RequireRole>
            ),
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
