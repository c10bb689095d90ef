import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { foundArticlesSchema } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

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
  for (const query of ['MÄUSE', 'mäuse', 'ma\u0308use', 'weiß süss']) {
    expect(await find(query)).toEqual([['FREIWAHL', 1, 'Ma\u0308usespeck']]);
  }
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
