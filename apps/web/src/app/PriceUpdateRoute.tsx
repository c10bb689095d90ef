import { parseProductGroup, type UpdateKind } from '@portal/rules';
import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';

const UpdateScreen = lazy(() => import('../features/price-updates/UpdateScreen.tsx'));

/**
 * The approval screens are loaded when one is first opened. Parts of other subjects go into their places here: `downloads`
 * on approved lists, `tillPanel` after an approval.
 */
export function PriceUpdateRoute({ kind }: { kind: UpdateKind }) {
  const { productType = '' } = useParams();
  return parseProductGroup(productType) ? <UpdateScreen kind={kind} /> : <Navigate to="/404" replace />;
}
