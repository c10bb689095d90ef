import {
  COLUMNS_MEDIA_TYPE,
  createPricesReader,
  PieceReader,
  type PriceListColumnsAnswer,
  PRICES_MEDIA_TYPE,
  type PricesAnswer,
  type ProductVersions,
} from '@portal/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { readStored, writeStored } from '../lib/storage.ts';
import { whenIdle } from '../lib/scheduler.ts';
import { callHeaders, type PortalRequest } from './base-query.ts';
import type { ProductCache } from './product-cache.ts';
import { loadList, StoppedList } from './load-list.ts';
import { type StoreExtra, sendSignedIn } from './send-signed-in.ts';
import { encodingHeaders, readWithoutZstd } from './without-zstd.ts';

type Api = Pick<BaseQueryApi, 'extra' | 'signal' | 'dispatch'>;
type Caller = Pick<Api, 'extra' | 'dispatch'>;

/** Of the blocks this browser has fetched. */
const STORAGE_KEY = 'productsKept';

/** Prices only where products are cached, else both (ADR 73). */
export async function loadPriceList<Result>(
  requestAs: (mediaType: string) => PortalRequest,
  api: Api,
  transform: (list: PriceListColumnsAnswer) => Result | Promise<Result>,
): ReturnType<typeof loadList<PriceListColumnsAnswer, Result>> {
  const extra = api.extra as StoreExtra;
  const versions = extra.products.all ? undefined : storedVersions();
  if (versions) await extra.products.restore(versions, fromCache);
  if (extra.products.all) {
    const answer = await loadPrices(requestAs(PRICES_MEDIA_TYPE), api);
    if ('error' in answer) return answer;
    if (answer.data) return { data: await transform(answer.data) };
  }
  const answer = await loadList(requestAs(COLUMNS_MEDIA_TYPE), api, transform);
  if (!('error' in answer)) fillWhenIdle(api);
  return answer;
}

/** No data where the cached products do not fit. */
async function loadPrices(request: PortalRequest, api: Api) {
  const { products } = api.extra as StoreExtra;
  const complete = async (list: PricesAnswer) => {
    const whole = await products.complete(list, getOf(api));
    if (whole) storeVersions(products);
    return whole;
  };
  const shown = (first: unknown) => {
    const list = first as PricesAnswer;
    const near = products.isNear(list.products);
    if (near === false) throw new StoppedList(); // its rows would come in vain
    return near && products.join(list);
  };
  try {
    // A missing block is not a failure: the list is loaded with its products.
    const loading = loadList(request, api, (list: PricesAnswer) => complete(list).catch(() => undefined), {
      createReader: () => new PieceReader(createPricesReader()),
      shown,
    });
    void products.read();
    return await loading;
  } catch (failure) {
    if (failure instanceof StoppedList) return { data: undefined };
    throw failure;
  }
}

export function fillFromCache(caller: Caller): void {
  if (storedVersions()) fillWhenIdle(caller);
}

/** Fails without asking the server. */
async function fromCache(url: string): Promise<unknown> {
  // Caches distinguish answers by headers.
  const init = { cache: 'only-if-cached', mode: 'same-origin', headers: encodingHeaders() } as const;
  const response = await fetch(`${location.origin}${url}`, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/** Undefined where none are stored. */
function storedVersions(): ProductVersions | undefined {
  const stored = readStored(STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const entries = Object.entries(stored);
  const valid = entries.every(([block, version]) => /^\d{2}$/.test(block) && Number.isSafeInteger(version));
  return valid && entries.length > 0 ? (stored as ProductVersions) : undefined;
}

function storeVersions(products: ProductCache): void {
  writeStored(STORAGE_KEY, products.versions);
}

function fillWhenIdle(caller: Caller): void {
  const { products } = caller.extra as StoreExtra;
  whenIdle(() => {
    // What does not come now is asked for again after the next list.
    products
      .fill(getOf(caller))
      .then(() => storeVersions(products))
      .catch(() => undefined);
  });
}

function getOf(caller: Caller): (url: string) => Promise<unknown> {
  return async (url) => {
    const got = await readWithoutZstd(
      async (isWithoutZstd) => {
        const { answer, error } = await sendSignedIn(
          caller,
          (bearer) => {
            const headers = { ...callHeaders({ url, method: 'GET' }, bearer), ...encodingHeaders(isWithoutZstd) };
            return fetch(`${location.origin}${url}`, { headers });
          },
          ({ status }) => ({ httpStatus: status }),
        );
        if (error) throw new Error(error.message);
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
        return answer.json().then(
          (json: unknown) => ({ json }),
          (failure: unknown) => ({ failure }),
        );
      },
      (answer) => ('json' in answer ? 'readable' : 'spoiled'),
    );
    if ('failure' in got) throw got.failure;
    return got.json;
  };
}
