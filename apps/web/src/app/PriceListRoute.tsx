import { parseProductGroup } from '@portal/rules';
import { matchPath, Navigate, useParams } from 'react-router';
import { priceListsApi } from '../features/price-lists/price-lists-api.ts';
import PriceListScreen from '../features/price-lists/PriceListScreen.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { askForScreen } from './ask-for-screen.ts';
import type { AskFor } from './list-screens.ts';

const PriceListWork = lazyPart(() => import('./PriceListWork.tsx'));

/** The price list, loaded when it is first opened. A product group that does not exist is a page that does not exist. */
export default function PriceListRoute() {
  const { type = '' } = useParams();
  if (!parseProductGroup(type)) return <Navigate to="/404" replace />;
  return <PriceListScreen Editor={PriceListWork} />;
}

/** Asks for the list at an address. */
export const askFor: AskFor = (path) => {
  const params = matchPath('/p/:pharmacyId/:pharmacyToken/pricelist/:type', path)?.params;
  const { pharmacyId = '', pharmacyToken: token = '', type = '' } = params ?? {};
  const productGroup = parseProductGroup(type);
  return (
    productGroup &&
    askForScreen(priceListsApi.endpoints.getPriceList.initiate({ params: { pharmacyId, token, productGroup } }))
  );
};
