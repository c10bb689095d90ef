import { parseProductGroup } from '@portal/rules';
import { Navigate, useParams } from 'react-router';
import { UnavailablePage } from './UnavailablePage.tsx';

/** The price list is loaded when it is first opened. A product group that does not exist is a page that does not exist. */
export function PriceListRoute() {
  const { type = '' } = useParams();
  if (!parseProductGroup(type)) return <Navigate to="/404" replace />;
  return <UnavailablePage title={type} />;
}
