import './support/browser.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { COLUMNS_MEDIA_TYPE, type PriceListColumnsAnswer, PRICES_MEDIA_TYPE } from '@portal/contracts';
import { ProductCache } from '../src/api/product-cache.ts';
import { loadPriceList } from '../src/api/load-price-list.ts';
import { aPriceList } from './price-lists/list.ts';
import { TestAuth } from './support/portal.tsx';
import { Refused, TestServer } from './support/server.ts';

/** Names and producers travel once, lists by prices alone afterwards (ADR 73). */
const PZNS = ['00000017', '10000001', '10000030'];
const LIST = aPriceList([
  { pzn: PZNS[0] as string, name: 'Öl', producer: 'Aue', units: null },
  { pzn: PZNS[1] as string, name: 'Salbe', brand: 'Bero', ownPrice: 100, priceType: 2 },
  { pzn: PZNS[2] as string, name: 'Tee', atc: 'A01' },
]);
/** The same by prices; the last digit of a PZN follows from the others: 0000001, 1000000, 1000003. */
const PRICES = {
  version: 7,
  productGroup: 'OTC',
  parentPharmacy: null,
  blockEdit: false,
  blockedProducts: [],
  products: { '00': 5, '10': 6 },
  count: 3,
  pieces: [
    {
      pzn: '1,999999,3',
      peCluster: ',,',
      vhCluster: ',,',
      units: ',3,3',
      avp: '1000,1000,1000',
      aep: '500,500,500',
      vhp: ',,',
      priceMin: ',,',
      priceAvg: '900,900,900',
      priceMax: ',,',
      calculatedPrice: '950,950,950',
      formerPrice: ',,',
      ownPrice: ',100,',
      date: '1762300800,1762300800,1762300800',
      priceType: '0,2,0',
      validTo: ',,',
    },
  ],
};

let server: TestServer;
let versions: Record<string, number>;
let products: ProductCache;
/** What the browser has in its cache: answers by address. */
let cached: Map<string, unknown>;
let looked: string[];
beforeEach(() => {
  localStorage.clear();
  cached = new Map();
  looked = [];
  versions = { '00': 5, '10': 6 };
  products = new ProductCache();
  server = new TestServer()
    .on('getPriceList', ({ headers }) =>
      headers.get('accept') === PRICES_MEDIA_TYPE ? { ...PRICES, products: versions } : LIST,
    )
    .on('getProductVersions', () => ({ products: versions }))
    .on('getProductBlock', ({ params: { block, version } }) =>
      versions[block as string] === Number(version)
        ? blockOf(block as string)
        : new Refused(404, 'not_found', 'Fehlt.'),
    );
  globalThis.fetch = (async (input: string | Request, init?: RequestInit) => {
    if (init?.cache !== 'only-if-cached') return server.fetch(input, init);
    const address = new URL(String(input)).pathname.replace('/api/products/', '');
    looked.push(address);
    if (init.mode !== 'same-origin' || !cached.has(address)) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(cached.get(address)));
  }) as typeof fetch;
});

/** More products than the list holds. */
function blockOf(block: string) {
  const { pzn, name, content, producer, brand, normSize, atc, vatPercent } = LIST.columns;
  const rows = pzn.map((each, row) => [each, row] as const).filter(([each]) => each.startsWith(block));
  const of = <Value>(column: readonly Value[], other: Value) => [other, ...rows.map(([, row]) => column[row] as Value)];
  return {
    pzn: of(pzn, `${block}000000`),
    name: of(name, 'Anderes'),
    content: of(content, null),
    producer: of(producer, 'Andere'),
    brand: of(brand, null),
    normSize: of(normSize, null),
    vatPercent: of(vatPercent, null),
    atc: of(atc, null),
  };
}

async function load(signal = new AbortController().signal): Promise<PriceListColumnsAnswer> {
  const requestAs = (accept: string) => ({ url: '/api/price/100101/tokenA/OTC', method: 'GET', accept });
  const api = {
    extra: { auth: { current: new TestAuth() }, products },
    signal,
    dispatch: ((action: unknown) => action) as never,
  };
  const answer = await loadPriceList(requestAs, api, (list) => list);
  expect(server.issues).toEqual([]);
  if ('error' in answer) throw new Error(answer.error.message);
  return answer.data;
}
const formsAsked = () => server.callsOf('getPriceList').map(({ headers }) => headers.get('accept'));
const blocksAsked = () =>
  server
    .callsOf('getProductBlock')
    .map(({ params }) => `${params.block}/${params.version}`)
    .sort();
const kept = () => JSON.parse(localStorage.getItem('productsKept') ?? 'null');
/** What the browser has in its cache, as `ProductCache.fill` gets it. */
const fill = () => products.fill(async (url) => (await server.fetch(url)).json());

describe('a price list', () => {
  test('comes with its products as long as the browser has none, which are fetched when the page is idle', async () => {
    const idle: (() => void)[] = [];
    const { requestIdleCallback: never } = globalThis;
    Object.assign(globalThis, { requestIdleCallback: (work: () => void) => idle.push(work) });
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([[COLUMNS_MEDIA_TYPE], []]);
    for (const work of idle) work();
    Object.assign(globalThis, { requestIdleCallback: never });
    await fill(); // which waits for the one under way
    expect(blocksAsked()).toEqual(['00/5', '10/6']);
    await waitFor(() => expect(kept()).toEqual({ '00': 5, '10': 6 }));
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([
      [COLUMNS_MEDIA_TYPE, PRICES_MEDIA_TYPE],
      ['00/5', '10/6'],
    ]);
  });

  test('comes with its products in a browser without idle moments too, which are fetched a second later', async () => {
    const { requestIdleCallback: never } = globalThis;
    Object.assign(globalThis, { requestIdleCallback: undefined });
    expect(await load()).toEqual(LIST);
    expect(blocksAsked()).toEqual([]);
    await waitFor(() => expect(kept()).toEqual({ '00': 5, '10': 6 }));
    expect(blocksAsked()).toEqual(['00/5', '10/6']);
    Object.assign(globalThis, { requestIdleCallback: never });
  });

  test('comes by prices with a block that has changed since', async () => {
    await fill();
    versions['10'] = 8;
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([[PRICES_MEDIA_TYPE], ['00/5', '10/6', '10/8']]);
  });

  test.each([
    ['many blocks have changed', () => (versions = { '00': 9, '10': 9, '11': 9, '12': 9 })],
    ['a block does not come', () => server.on('getProductBlock', () => new Refused(500, 'error', 'Fehler.'))],
    ['a product is unknown', () => server.on('getProductBlock', () => blockOf('00'))],
  ])('comes with its products when %s', async (_, change) => {
    await fill();
    versions['10'] = 8;
    change();
    expect(await load()).toEqual(LIST);
    expect(formsAsked()).toEqual([PRICES_MEDIA_TYPE, COLUMNS_MEDIA_TYPE]);
  });
});

describe('a price list opened in a new tab', () => {
  beforeEach(() => {
    localStorage.setItem('productsKept', JSON.stringify({ '00': 5, '10': 6 }));
    cached.set('00/5', blockOf('00')).set('10/6', blockOf('10'));
  });

  test("takes its products out of the browser's cache, and asks the server for prices alone", async () => {
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked(), looked]).toEqual([[PRICES_MEDIA_TYPE], [], ['00/5', '10/6']]);
    // the next one has them in memory
    expect(await load()).toEqual(LIST);
    expect(looked).toHaveLength(2);
  });

  test('comes with its products where the cache has been emptied, after one look', async () => {
    cached.clear();
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked(), looked]).toEqual([[COLUMNS_MEDIA_TYPE], [], ['00/5']]);
  });

  test('fetches a block that the browser has thrown away, and one that has changed, which it remembers', async () => {
    cached.delete('10/6');
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([[PRICES_MEDIA_TYPE], ['10/6']]);
    products = new ProductCache();
    cached.set('10/6', blockOf('10'));
    versions['10'] = 8;
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([
      [PRICES_MEDIA_TYPE, PRICES_MEDIA_TYPE],
      ['10/6', '10/8'],
    ]);
    expect(kept()).toEqual({ '00': 5, '10': 8 });
  });

  test.each([
    ['more have changed', () => (versions = { '00': 9, '10': 9, '11': 9, '12': 9 })],
    [
      'the browser has thrown more away',
      () => {
        versions = { '00': 5, '10': 6, '11': 1, '12': 1, '13': 1 };
        localStorage.setItem('productsKept', JSON.stringify(versions));
        cached.delete('10/6');
      },
    ],
  ])('comes with its products where %s, without waiting for the rest of the prices', async (_, change) => {
    change();
    const { fetch: usual } = globalThis;
    let ended = false;
    globalThis.fetch = (async (input: string | Request, init?: RequestInit) => {
      const response = await usual(input as string, init);
      if (!(input instanceof Request) || input.headers.get('accept') !== PRICES_MEDIA_TYPE) return response;
      const text = await response.text();
      const rest = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(text.slice(0, -2))),
        cancel: () => {
          ended = true;
        },
      });
      return new Response(rest);
    }) as typeof fetch;
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked(), ended]).toEqual([[PRICES_MEDIA_TYPE, COLUMNS_MEDIA_TYPE], [], true]);
  });

  test('never takes a name from a block that does not hold the product', async () => {
    cached.set('10/6', blockOf('00'));
    expect(await load()).toEqual(LIST);
    expect(formsAsked()).toEqual([PRICES_MEDIA_TYPE, COLUMNS_MEDIA_TYPE]);
  });

  test.each([
    ['null', null],
    ['an error in place of columns', { message: 'no' }],
    ['columns of several lengths', { ...blockOf('10'), name: [] }],
  ])('asks the server for a block of which the cache holds %s', async (_, block) => {
    cached.set('10/6', block);
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([[PRICES_MEDIA_TYPE], ['10/6']]);
  });

  test.each(['yes', '[]', '{}', '{"1":5}', '{"00":"5"}', '{"../x":5}'])(
    'comes with its products where the browser has kept %s',
    async (stored) => {
      localStorage.setItem('productsKept', stored);
      expect(await load()).toEqual(LIST);
      expect([formsAsked(), looked]).toEqual([[COLUMNS_MEDIA_TYPE], []]);
    },
  );

  test('is not asked for again when the page is left', async () => {
    const { fetch: usual } = globalThis;
    const left = new AbortController();
    const asked: (string | null)[] = [];
    globalThis.fetch = (async (input: string | Request, init?: RequestInit) => {
      if (!(input instanceof Request)) return usual(input, init);
      asked.push(input.headers.get('accept'));
      left.abort();
      throw new DOMException('Aborted', 'AbortError');
    }) as typeof fetch;
    await expect(load(left.signal)).rejects.toThrow('Der Server ist nicht erreichbar');
    expect(asked).toEqual([PRICES_MEDIA_TYPE]);
  });
});
