import {
  COLUMNS_MEDIA_TYPE,
  createPricesReader,
  PieceReader,
  type PriceListColumnsAnswer,
  PRICES_MEDIA_TYPE,
  type PricesAnswer,
} from '@portal/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { localSafe } from '../lib/safe-storage.ts';
import { bearerOf, callHeaders, type PortalRequest, type StoreExtra } from './base-query.ts';
import { loadList } from './load-list.ts';

type Api = Pick<BaseQueryApi, 'extra' | 'signal' | 'dispatch'>;

/** Says that this browser has fetched all blocks of products before, and so has most of them in its cache. */
const KEPT = 'productsKept';

/**
 * Loads a price list: its prices alone where this tab has what is known of products, else both, and the products for the next list
 * once the page is idle (ADR 73).
 * @param requestAs its call, for a media type
 */
export async function loadPriceList<Result>(
  requestAs: (mediaType: string) => PortalRequest,
  api: Api,
  transform: (list: PriceListColumnsAnswer) => Result | Promise<Result>,
): ReturnType<typeof loadList<PriceListColumnsAnswer, Result>> {
  const extra = api.extra as StoreExtra;
  const { products } = extra;
  if (products.all) {
    const answer = await loadList(
      requestAs(PRICES_MEDIA_TYPE),
      api,
      // A block that does not come is no failure of the list, which is then loaded with its products.
      (list: PricesAnswer) => products.complete(list, getOf(extra)).catch(() => undefined),
      { reader: new PieceReader(createPricesReader()), shown: (first) => products.join(first as PricesAnswer) },
    );
    if ('error' in answer) return answer;
    if (answer.data) return { data: await transform(answer.data) };
  }
  const answer = await loadList(requestAs(COLUMNS_MEDIA_TYPE), api, transform);
  if (!('error' in answer)) fillWhenIdle(extra);
  return answer;
}

/** Takes what is known of products out of the browser's cache when the page is idle, where it has been fetched on an earlier visit. */
export function fillFromCache(extra: StoreExtra): void {
  if (localSafe.get(KEPT) !== null) fillWhenIdle(extra);
}

function fillWhenIdle(extra: StoreExtra): void {
  if (typeof requestIdleCallback !== 'function') return;
  requestIdleCallback(() => {
    // What does not come now is asked for again after the next list.
    extra.products
      .fill(getOf(extra))
      .then(() => localSafe.set(KEPT, 'yes'))
      .catch(() => undefined);
  });
}

function getOf({ auth }: StoreExtra): (url: string) => Promise<unknown> {
  return async (url) => {
    const token = await bearerOf(auth.current);
    if (token.error) throw new Error(token.error.message);
    const response = await fetch(`${location.origin}${url}`, {
      headers: callHeaders({ url, method: 'GET' }, token.bearer),
    });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.json();
  };
}
