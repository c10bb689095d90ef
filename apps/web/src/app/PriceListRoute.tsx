import { parseProductGroup } from '@portal/rules';
import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { priceListPdf } from '../features/pdf/pdf-rows.ts';
import type { ListSlotContext } from '../features/price-lists/list-slots.ts';

const PriceListScreen = lazy(() => import('../features/price-lists/PriceListScreen.tsx'));

/** The price list is loaded when it is first opened. A product group that does not exist is a page that does not exist. */
export function PriceListRoute() {
  const { type = '' } = useParams();
  return parseProductGroup(type) ? <PriceListScreen downloads={listDownloads} /> : <Navigate to="/404" replace />;
}

function listDownloads({ pharmacyId, token, productGroup, model, rows }: ListSlotContext) {
  return (
    <PdfButton
      target={{ apoId: pharmacyId, token, productGroup }}
      count={rows.length}
      bodyOf={() => priceListPdf(model, rows)}
    />
  );
}
