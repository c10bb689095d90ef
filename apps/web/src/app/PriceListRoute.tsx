import { parseProductGroup } from '@portal/rules';
import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';

const PriceListScreen = lazy(() => import('../features/price-lists/PriceListScreen.tsx'));

/** The price list is loaded when it is first opened. A product group that does not exist is a page that does not exist. */
export function PriceListRoute() {
  const { type = '' } = useParams();
  return parseProductGroup(type) ? <PriceListScreen /> : <Navigate to="/404" replace />;
}
