import { Navigate, type RouteObject } from 'react-router';
import { AdminRoute } from './AdminRoute.tsx';
import { CrashPage, ForbiddenPage, NotFoundPage } from './ErrorPage.tsx';
import { DashboardRoute } from './DashboardRoute.tsx';
import { Guard } from './Guard.tsx';
import { HomePage } from './HomePage.tsx';
import { PharmacyScope } from './PharmacyScope.tsx';
import { PriceListRoute } from './PriceListRoute.tsx';
import { PriceUpdateRoute } from './PriceUpdateRoute.tsx';
import { Shell } from './Shell.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const HistoryPage = lazyPart(() => import('../features/history/HistoryPage.tsx'));
const LogExportPage = lazyPart(() => import('../features/log-export/LogExportPage.tsx'));
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
          <Guard route="">
            <HomePage />
          </Guard>
        ),
      },
      {
        path: 'admin',
        element: (
          <Guard route="admin">
            <AdminRoute />
          </Guard>
        ),
      },
      {
        path: 'admin/export',
        element: (
          <Guard route="admin/export">
            <LogExportPage />
          </Guard>
        ),
      },
      {
        path: PHARMACY,
        element: (
          <Guard route={PHARMACY}>
            <PharmacyScope />
          </Guard>
        ),
        children: [
          { index: true, element: <DashboardRoute /> },
          {
            path: 'history',
            element: (
              <Guard route={`${PHARMACY}/history`}>
                <HistoryPage />
              </Guard>
            ),
          },
          {
            path: 'settings',
            element: (
              <Guard route={`${PHARMACY}/settings`}>
                <SettingsPage />
              </Guard>
            ),
          },
          {
            path: 'pricelist/:type',
            element: (
              <Guard route={`${PHARMACY}/pricelist/:type`}>
                <PriceListRoute />
              </Guard>
            ),
          },
          {
            path: 'mdp/:mdpId/:productType',
            element: (
              <Guard route={`${PHARMACY}/mdp/:mdpId/:productType`}>
                <PriceUpdateRoute kind="MDP" />
              </Guard>
            ),
          },
          {
            path: 'qdp/:mdpId/:productType',
            element: (
              <Guard route={`${PHARMACY}/qdp/:mdpId/:productType`}>
                <PriceUpdateRoute kind="QDP" />
              </Guard>
            ),
          },
          {
            path: 'lzd/:lzdId/:productType',
            element: (
              <Guard route={`${PHARMACY}/lzd/:lzdId/:productType`}>
                <PriceUpdateRoute kind="LZD" />
              </Guard>
            ),
          },
        ],
      },
      { path: '404', element: <NotFoundPage /> },
      { path: '403', element: <ForbiddenPage /> },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
];
