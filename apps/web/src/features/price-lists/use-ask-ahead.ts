import type { ProductGroup } from '@portal/rules';
import { useEffect } from 'react';
import { marksApi } from '../../editing/review/marks-api.ts';
import { type LoadedPriceList, priceListsApi } from './price-lists-api.ts';

/** For how long, in seconds, what was asked for ahead is not asked for again. */
export const ASKED_AHEAD_S = 10;

type Target = { readonly pharmacyId: string; readonly token: string; readonly productGroup: ProductGroup };

/**
 * Asks for what the editor of a list needs beside it, once the list is there and before the editor is drawn: queries that only its hooks start change the
 * store while it is put in place, and the whole of it is drawn again at once (ADRs 81 and 82).
 * @param list undefined while it is on its way, and once its editor is there
 */
export function useAskAhead({ pharmacyId, token, productGroup }: Target, list: LoadedPriceList | undefined): void {
  const askMarks = marksApi.usePrefetch('getListReviewMarks', { force: true });
  const askGuardrails = priceListsApi.usePrefetch('getGuardrails', { force: true });
  useEffect(() => {
    if (!list) return;
    askMarks({ params: { pharmacyId, token, productGroup } });
    if (list.editable) askGuardrails({ params: { apoId: pharmacyId, token } });
  }, [list, pharmacyId, token, productGroup, askMarks, askGuardrails]);
}
