import { type GuardedRoute, mayEnterRoute, ROUTE_ROLES } from '@portal/rules';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAccess } from '../auth/use-access.ts';

/** Rule 1.5. Austrian customers get a message on the root page. */
export function RequireRole({ route, children }: { route: GuardedRoute; children: ReactNode }) {
  const { roles, refusedCountry } = useAccess();
  if (!mayEnterRoute(roles, ROUTE_ROLES[route])) return <Navigate to="/403" replace />;
  if (refusedCountry && route !== '') return <Navigate to="/" replace />;
  return children;
}
