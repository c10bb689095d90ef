import { parseProductGroup, type UpdateKind } from '@portal/rules';
import { Navigate, useParams } from 'react-router';
import UpdateScreen from '../features/price-updates/UpdateScreen.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const UpdateEditorWithTools = lazyPart(() => import('./UpdateEditorWithTools.tsx'));

export default function PriceUpdateRoute({ kind }: { kind: UpdateKind }) {
  const { productType = '' } = useParams();
  if (!parseProductGroup(productType)) return <Navigate to="/404" replace />;
  return <UpdateScreen kind={kind} Editor={UpdateEditorWithTools} />;
}
