import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  blockOf,
  COLUMNS_MEDIA_TYPE,
  createPricesReader,
  PieceReader,
  PRICES_MEDIA_TYPE,
  type PriceListPieces,
  type PricesAnswer,
  pricesPiecesSchema,
  type ProductColumns,
} from '@portal/contracts';
import { pznCheckDigit } from '@portal/rules';
import { upload } from './intake/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy } from './support/seed.ts';

/** What is known of products travels once, in blocks that caches keep; a list then says prices alone (ADR 73). */
const [first, second, far] = ['10000001', '10000030', '99999902'];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let user: Client;
let engine: Client;
let sales: Client;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  user = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

const HEAD = 'PZN;TruePrice neu;Produkt;Inhalt;Hersteller;Marke;Normgröße';
const deliver = (client: Client, ...rows: string[]) =>
  upload(portal, client, `/api/intake/qdp/${pharmacy.crmCompanyId}/OTC`, {
    name: 'qdp.csv',
    content: [HEAD, ...rows, ''].join('\r\n'),
  });
/** The next PZN from these seven digits on. */
const pznAt = (seven: number): string => {
  const digit = pznCheckDigit(String(seven));
  return digit === undefined ? pznAt(seven + 1) : `${seven}${digit}`;
};
const versions = async () => (await user.get('/api/products')).body.products as Record<string, number>;
const textOf = async (type: string) =>
  (await user.get(`/api/price/${pharmacy.path}/FREIWAHL`).set('Accept', type).responseType('text')).body as Buffer;

describe('a block of products', () => {
  test('gets a new version by what a delivery changes or adds in it, and no other does', async () => {
    expect((await deliver(sales, `${first};1,00;Aspirin;20 ST;Bayer;;N1`, `${far};2,00;Weit weg;;;;`)).status).toBe(
      200,
    );
    const added = await versions();
    expect(Object.keys(added)).toEqual(['10', '99']);
    expect((await deliver(sales, `${first};3,00;Umbenannt;20 ST;Bayer;;N1`)).status).toBe(200);
    expect(await versions()).toEqual(added);
    expect((await deliver(engine, `${first};4,00;Aspirin Neu;20 ST;Bayer;;N1`)).status).toBe(200);
    const renamed = await versions();
    expect(renamed['10']).toBeGreaterThan(added['10'] as number);
    expect(renamed['99']).toBe(added['99']);
  });

  test('is kept by caches for ever for every caller; one that is not of that version is refused and kept by none', async () => {
    const { 10: version } = await versions();
    const answer = await user.get(`/api/products/10/${version}`);
    expect(answer.body).toEqual({
      pzn: [first],
      name: ['Aspirin Neu'],
      content: ['20 ST'],
      producer: ['Bayer'],
      brand: [null],
      normSize: ['N1'],
      atc: [null],
      vatPercent: [null],
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'Accept-Encoding, X-Without-Encoding',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (const other of [`10/${Number(version) - 1}`, '11/1']) {
      const { status, headers } = await user.get(`/api/products/${other}`);
      expect([other, status, headers['cache-control'], headers.etag]).toEqual([other, 404, 'no-store', undefined]);
    }
  });
});

test('prices and blocks together are the list with its products', async () => {
  const rows = Array.from({ length: 700 }, (_, n) => ({
    pzn: pznAt(1_000_100 + n * 11_003),
    calculated: n % 5 === 0 ? null : `${n}.05`,
    type: n % 5 === 0 ? (1 as const) : n % 3 === 0 ? (2 as const) : (0 as const),
    manual: n % 5 !== 0 && n % 3 === 0 ? '0.99' : null,
    avp: n === 1 ? null : '12.50',
  }));
  await seedList(portal.database, pharmacy, 'FREIWAHL', [...rows, { pzn: second, calculated: '1.00' }]);
  await portal.database.pool.query(
    'INSERT INTO product_block SELECT DISTINCT left(pzn, 2), 7 FROM product ON CONFLICT (block) DO UPDATE SET version = 7',
  );
  const whole = new PieceReader<PriceListPieces>();
  whole.add(String(await textOf(COLUMNS_MEDIA_TYPE)));
  const text = String(await textOf(PRICES_MEDIA_TYPE));
  expect(pricesPiecesSchema.parse(JSON.parse(text)).count).toBe(701);
  const reader = new PieceReader(createPricesReader());
  reader.add(text);
  const { products, columns, ...head } = reader.whole() as unknown as PricesAnswer;
  expect(products).toEqual(await versions());

  const known = new Map<string, Omit<ProductColumns, 'pzn'>>();
  for (const block of new Set(columns.pzn.map(blockOf))) {
    const { pzn, ...others }: ProductColumns = (await user.get(`/api/products/${block}/${products[block]}`)).body;
    for (const [row, each] of pzn.entries())
      known.set(each, Object.fromEntries(Object.entries(others).map(([name, all]) => [name, all[row]])) as never);
  }
  const { columns: expected, ...expectedHead } = whole.whole();
  expect(head).toEqual(expectedHead);
  const names = ['name', 'content', 'producer', 'brand', 'normSize', 'atc', 'vatPercent'] as const;
  expect({
    ...columns,
    ...Object.fromEntries(names.map((name) => [name, columns.pzn.map((pzn) => known.get(pzn)?.[name])])),
  }).toEqual(expected);
});

test('a list without rows has none by prices either', async () => {
  const reader = new PieceReader(createPricesReader());
  const { body } = await user
    .get(`/api/price/${pharmacy.path}/HILFSMITTEL`)
    .set('Accept', PRICES_MEDIA_TYPE)
    .responseType('text');
  reader.add(String(body));
  expect((reader.whole() as unknown as PricesAnswer).columns).toMatchObject({ pzn: [], avp: [], priceType: [] });
});
