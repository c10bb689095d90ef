import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  blockOf,
  COLUMNS_MEDIA_TYPE,
  createPricesReader,
  foundArticlesSchema,
  PieceReader,
  type PriceListPieces,
  PRICES_MEDIA_TYPE,
  type PricesAnswer,
  pricesPiecesSchema,
  type ProductColumns,
} from '@portal/contracts';
import { pznCheckDigit } from '@portal/rules';
import { upload } from './intake/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from './support/seed.ts';

describe('products', () => {
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
});

describe('the search for articles', () => {
  const NAMES: readonly (readonly [name: string, content: string, producer: string, brand: string])[] = [
    ['Ibuprofen 600 mg', '20 ST', 'Ratio', 'Ibu'],
    ['Ibuprofen 400 mg', '20 ST', 'Ratio', 'Ibu'],
    ['Ibuprofen 400 mg', '50 ST', 'Ratio', 'Ibu'],
    ['Ma\u0308usespeck', '100 G', 'WEISS', 'Süß'],
    ...Array.from({ length: 9 }, (_, at) => [`Kamille ${at + 1}`, '20 ST', 'Teehaus', 'Tee'] as const),
  ];
  let portal: TestPortal;
  let main: SeededPharmacy;
  let mirror: SeededPharmacy;
  let other: SeededPharmacy;
  let owner: Client;

  beforeAll(async () => {
    portal = await startPortal();
    main = await seedPharmacy(portal.database, 1);
    mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
    other = await seedPharmacy(portal.database, 3);
    const pzns = NAMES.map((_, at) => ({ pzn: testPzn(at + 1) }));
    await seedList(portal.database, main, 'OTC', pzns.slice(0, 3));
    await seedList(portal.database, main, 'FREIWAHL', pzns.slice(3));
    await seedList(portal.database, other, 'OTC', [{ pzn: testPzn(60) }]);
    for (const [at, [name, content, producer, brand]] of NAMES.entries()) {
      await portal.database.pool.query(
        'UPDATE product SET name = $2, content = $3, producer = $4, brand = $5 WHERE pzn = $1',
        [testPzn(at + 1), name, content, producer, brand],
      );
    }
    owner = await portal.as('Olga Owner', [
      'solvena_customer',
      `TP_user_${main.crmCompanyId}`,
      `TP_user_${mirror.crmCompanyId}`,
    ]);
  });
  afterAll(() => portal?.close());

  async function find(q: string, { path }: SeededPharmacy = main, client = owner) {
    const { status, body } = await client.get(`/api/price/articles/${path}?q=${encodeURIComponent(q)}`);
    if (status !== 200) return status;
    expect(foundArticlesSchema.parse(body)).toEqual(body);
    return body.map(
      ({ productGroup, count, articles }: { productGroup: string; count: number; articles: { name: string }[] }) => [
        productGroup,
        count,
        ...articles.map(({ name }) => name),
      ],
    );
  }

  // Rule 2.42.
  test('finds articles of all lists by words of name, pack, producer and brand, in any letter case', async () => {
    const ibuprofen = ['Ibuprofen 400 mg', 'Ibuprofen 400 mg', 'Ibuprofen 600 mg'];
    expect(await find('IBU')).toEqual([['OTC', 3, ...ibuprofen]]);
    expect(await find('400 ratio 20 st')).toEqual([['OTC', 1, 'Ibuprofen 400 mg']]);
    expect(await find('ibu tee')).toEqual([]);
    for (const query of ['MÄUSE', 'mäuse', 'ma\u0308use', 'weiß süss', 'iss üss', 'sesp']) {
      expect(await find(query)).toEqual([['FREIWAHL', 1, 'Ma\u0308usespeck']]);
    }
  });

  test('names the price in force', async () => {
    const { body } = await owner.get(`/api/price/articles/${main.path}?q=ibu`);
    const { body: list } = await owner.get(`/api/price/${main.path}/OTC`);
    const [listed] = list.pricelist.filter(({ pzn }: { pzn: string }) => pzn === body[0].articles[0].pzn);
    expect(body[0].articles[0].effectivePrice).toBe(Math.round(listed.priceNew * 100));
  });

  test('shows six of a list, by name, and how many there are', async () => {
    expect(await find('teehaus')).toEqual([
      ['FREIWAHL', 9, 'Kamille 1', 'Kamille 2', 'Kamille 3', 'Kamille 4', 'Kamille 5', 'Kamille 6'],
    ]);
  });

  test('finds a PZN as people write it and as scanners type it', async () => {
    const pzn = testPzn(1);
    for (const query of [pzn, `PZN-${pzn}`, `-${pzn}`]) {
      expect(await find(query)).toEqual([['OTC', 1, 'Ibuprofen 600 mg']]);
    }
    expect(await find(testPzn(60))).toEqual([]);
  });

  test('searches the lists of the main pharmacy for a mirror, and no others', async () => {
    expect(await find('ibu', mirror)).toHaveLength(1);
    expect(await find('ibu', other)).toBe(403);
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    expect(await find('ibu', other, sales)).toEqual([]);
    expect(await find('ibu', main, sales)).toHaveLength(1);
  });

  test('refuses less than three characters, and finds nothing for what is no text', async () => {
    expect(await find('ib')).toBe(400);
    expect(await find('x'.repeat(101))).toBe(400);
    expect(await find('\0\0\0')).toEqual([]);
    expect(await find('100%_')).toEqual([]);
  });
});
