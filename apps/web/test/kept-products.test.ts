import './support/browser.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, type PriceListColumnsAnswer, PRICES_MEDIA_TYPE } from '@portal/contracts';
import { KeptProducts } from '../src/api/kept-products.ts';
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
    },
  ],
};

let server: TestServer;
let versions: Record<string, number>;
let products: KeptProducts;
beforeEach(() => {
  versions = { '00': 5, '10': 6 };
  products = new KeptProducts();
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
  globalThis.fetch = server.fetch;
});

/** More products than the list holds. */
function blockOf(block: string) {
  const { pzn, name, content, producer, brand, normSize, atc } = LIST.columns;
  const rows = pzn.map((each, row) => [each, row] as const).filter(([each]) => each.startsWith(block));
  const of = <Value>(column: readonly Value[], other: Value) => [other, ...rows.map(([, row]) => column[row] as Value)];
  return {
    pzn: of(pzn, `${block}000000`),
    name: of(name, 'Anderes'),
    content: of(content, null),
    producer: of(producer, 'Andere'),
    brand: of(brand, null),
    normSize: of(normSize, null),
    atc: of(atc, null),
  };
}

async function load(): Promise<PriceListColumnsAnswer> {
  const requestAs = (accept: string) => ({ url: '/api/price/100101/tokenA/OTC', method: 'GET', accept });
  const api = {
    extra: { auth: { current: new TestAuth() }, products },
    signal: new AbortController().signal,
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
/** What the browser has in its cache, as `KeptProducts.fill` gets it. */
const fill = () => products.fill(async (url) => (await server.fetch(url)).json());

describe('a price list', () => {
  test('comes with its products as long as the browser has none, which are fetched when the page is idle', async () => {
    const idle: (() => void)[] = [];
    Object.assign(globalThis, { requestIdleCallback: (work: () => void) => idle.push(work) });
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([[COLUMNS_MEDIA_TYPE], []]);
    for (const work of idle) work();
    Object.assign(globalThis, { requestIdleCallback: undefined });
    await fill(); // which waits for the one under way
    expect(blocksAsked()).toEqual(['00/5', '10/6']);
    expect(await load()).toEqual(LIST);
    expect([formsAsked(), blocksAsked()]).toEqual([
      [COLUMNS_MEDIA_TYPE, PRICES_MEDIA_TYPE],
      ['00/5', '10/6'],
    ]);
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
