import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

/** Rule 3.14: the product master is one for all pharmacies; only the pricing engine's service account changes it. */
const [known, bare, fresh] = [1, 2, 3].map(testPzn) as [string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;
let admin: Client;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: known }, { pzn: bare }]);
  await portal.database.prisma.product.update({
    where: { pzn: known },
    data: {
      name: 'Aspirin',
      content: '20 ST',
      producer: 'Bayer',
      brand: 'Aspirin',
      normSize: 'N1',
      atc: 'N02BA01',
      productGroup: 'OTC',
    },
  });
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  admin = await portal.as('Petra Hahn', ['solvena_admin', 'pricing_engine']);
});
afterEach(() => portal.close());

const HEAD = 'PZN;TruePrice neu;Produkt;Inhalt;Hersteller;Marke;Normgröße';
const file = (name: string) =>
  [HEAD, ...[known, bare, fresh].map((pzn) => `${pzn};8,49;${name};99 ST;${name} GmbH;${name};N3`), ''].join('\r\n');
const products = async () => {
  const rows = await portal.database.prisma.product.findMany({ orderBy: { pzn: 'asc' } });
  return Object.fromEntries(rows.map(({ pzn, ...product }) => [pzn, product]));
};
const masterVersion = async () =>
  Number((await portal.database.pool.query('SELECT version FROM product_master')).rows[0].version);
const intake = (kind: string, client: Client, content: string, group = 'OTC') =>
  upload(portal, client, `/api/intake/${kind}/${pharmacy.crmCompanyId}/${group}`, { name: `${kind}.csv`, content });
const lzdUpload = (client: Client, content: string, group = 'OTC') =>
  upload(
    portal,
    client,
    `/api/price/lzd/upload/${pharmacy.path}`,
    { name: `ZumDurchsehen_${group}_${pharmacy.apoId}_Test_9_3_2026.csv`, content },
    { resetChoice: '1' },
  );
const ASPIRIN = {
  name: 'Aspirin',
  content: '20 ST',
  producer: 'Bayer',
  brand: 'Aspirin',
  normSize: 'N1',
  atc: 'N02BA01',
  productGroup: 'OTC',
};

describe('what staff deliver', () => {
  const WAYS: [string, () => Promise<{ status: number }>][] = [
    ['an LZD by upload', async () => lzdUpload(sales, file('Falsch'))],
    ['an LZD of another group by upload', async () => lzdUpload(sales, file('Falsch'), 'FREIWAHL')],
    ['an MDP', async () => intake('mdp', sales, file('Falsch'))],
    ['a QDP', async () => intake('qdp', sales, file('Falsch'))],
    ['a QDP of another group', async () => intake('qdp', sales, file('Falsch'), 'HILFSMITTEL')],
    ['an LZD', async () => intake('lzd', sales, file('Falsch'))],
    ['a QDP, with the role of the engine besides', async () => intake('qdp', admin, file('Falsch'))],
  ];

  test.each(WAYS)('%s changes no known product, not what is missing there either', async (_way, send) => {
    const before = await products();
    expect((await send()).status).toBe(200);
    const { [fresh]: added, ...rest } = await products();
    expect(rest).toEqual(before);
    expect(rest[known]).toMatchObject(ASPIRIN);
    if (added)
      expect(added).toMatchObject({
        name: 'Falsch',
        content: '99 ST',
        producer: 'Falsch GmbH',
        brand: 'Falsch',
        normSize: 'N3',
      });
  });

  test('adds what is unknown, with its group; nothing else tells browsers to load names again', async () => {
    const before = await masterVersion();
    expect((await lzdUpload(sales, `${HEAD}\r\n${known};8,49;Falsch;;;;\r\n`)).status).toBe(200);
    expect(await masterVersion()).toBe(before);
    expect((await lzdUpload(sales, `${HEAD}\r\n${fresh};8,49;Neu;;;;\r\n`)).status).toBe(200);
    expect((await products())[fresh]).toMatchObject({ name: 'Neu', producer: '', productGroup: 'OTC' });
    expect(await masterVersion()).toBeGreaterThan(before);
  });

  test('and an approval of it leaves the names of all other lists as they were', async () => {
    const { body } = await lzdUpload(sales, file('Falsch'));
    await sales.get(`/api/price/initapproval/lzd/${pharmacy.apoId}/${body.id}`);
    const approved = await sales.put(`/api/price/approve/lzd/${pharmacy.path}/${body.id}/OTC`, { products: [] });
    expect([approved.status, approved.body.message]).toEqual([200, undefined]);
    expect((await products())[known]).toMatchObject(ASPIRIN);
    const list = (await sales.get(`/api/price/${pharmacy.path}/OTC`)).body.pricelist as { pzn: string; name: string }[];
    expect(list.find(({ pzn }) => pzn === known)?.name).toBe('Aspirin');
    expect(list.find(({ pzn }) => pzn === fresh)?.name).toBe('Falsch');
  });
});

test('the pricing engine changes known products, group among it; what its file leaves out stays', async () => {
  expect(
    (await intake('qdp', engine, `${HEAD}\r\n${known};8,49;Aspirin Neu;;;;\r\n${fresh};1,00;Neu;;;;\r\n`)).status,
  ).toBe(200);
  expect(await products()).toMatchObject({ [known]: { ...ASPIRIN, name: 'Aspirin Neu' }, [fresh]: { name: 'Neu' } });
});

test('of staff and engine at once with the same unknown product the engine’s word stays', async () => {
  for (let n = 10; n < 16; n++) {
    const row = (name: string) => `${HEAD}\r\n${testPzn(n)};8,49;${name};;;;\r\n`;
    const answers = await Promise.all([
      lzdUpload(sales, row('Mitarbeiter'), 'FREIWAHL'),
      intake('qdp', engine, row('Preisrechner')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const product = (await products())[testPzn(n)];
    expect(product).toMatchObject({ name: 'Preisrechner', productGroup: 'OTC' });
  }
});
