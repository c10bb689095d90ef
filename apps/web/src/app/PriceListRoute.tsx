import { parseProductGroup } from '@portal/rules';
import { Navigate, useParams } from 'react-router';
import PriceListScreen from '../features/price-lists/list/PriceListScreen.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const PriceListEditorWithTools = lazyPart(() => import('./PriceListEditorWithTools.tsx'));

export default function PriceListRoute() {
  const { type = '' } = useParams();
  if (!parseProductGroup(type)) return <Navigate to="/404" replace />;
  return <PriceListScreen Editor={PriceListEditorWithTools} />;
}
