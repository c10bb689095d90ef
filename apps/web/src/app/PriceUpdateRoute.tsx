import { parseProductGroup, UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import { matchPath, Navigate, useParams } from 'react-router';
import { priceUpdatesApi } from '../features/price-updates/price-updates-api.ts';
import UpdateScreen from '../features/price-updates/UpdateScreen.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { askForScreen } from './ask-for-screen.ts';
import type { AskFor } from './list-screens.ts';

const PriceUpdateWork = lazyPart(() => import('./PriceUpdateWork.tsx'));

/** The approval screens, loaded when one is first opened. A product group that does not exist is a page that does not exist. */
export default function PriceUpdateRoute({ kind }: { kind: UpdateKind }) {
  const { productType = '' } = useParams();
  if (!parseProductGroup(productType)) return <Navigate to="/404" replace />;
  return <UpdateScreen kind={kind} Editor={PriceUpdateWork} />;
}

/** Asks for the package at an address. */
export const askFor: AskFor = (path) => {
  const params = matchPath('/p/:pharmacyId/:pharmacyToken/:kind/:id/:productType', path)?.params;
  const { pharmacyId = '', pharmacyToken: token = '', id = '' } = params ?? {};
  const kind = UPDATE_KINDS.find((one) => one.toLowerCase() === params?.kind);
  const productGroup = parseProductGroup(params?.productType ?? '');
  return (
    kind &&
    productGroup &&
    askForScreen(priceUpdatesApi.endpoints.getUpdate.initiate({ kind, id, pharmacyId, token, productGroup }))
  );
};
