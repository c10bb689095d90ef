import { parseProductGroup, type UpdateKind } from '@portal/rules';
import { Navigate, useParams } from 'react-router';
import UpdateScreen from '../features/price-updates/UpdateScreen.tsx';
import { nextTurn } from '../lib/in-pieces.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// In a turn of its own: what it needs is asked for in the page's head, which takes longer than a row.
const PriceUpdateWork = lazyPart(async () => {
  await nextTurn();
  return import('./PriceUpdateWork.tsx');
});

/** The approval screens, loaded when one is first opened. A product group that does not exist is a page that does not exist. */
export default function PriceUpdateRoute({ kind }: { kind: UpdateKind }) {
  const { productType = '' } = useParams();
  if (!parseProductGroup(productType)) return <Navigate to="/404" replace />;
  return <UpdateScreen kind={kind} Editor={PriceUpdateWork} />;
}
