import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

// Rule 20.22: what a doubted delivery says of articles that all pharmacies have.
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;
const COUNT = 12;
const articles = Array.from({ length: COUNT }, (_, at) => at);
const NAMES = [
  'Döhler',
  'Nährcreme',
  'Kürbis',
  'Salbe',
  'Tropfen',
  'Gel',
  'Öl',
  'Tee',
  'Bad',
  'Saft',
  'Puder',
  'Milch',
];
const line = (pzn: string, name: string, content: string) =>
  `${pzn};8,${String(50 + (Number(pzn.slice(-2)) % 40))};${name};${content}`;
const HEAD = 'PZN;TruePrice neu;Produkt;Inhalt';
const file = (
  nameAt: (at: number) => string,
  contentAt: (at: number) => string = (at) => `${at + 10} ml`,
  more: string[] = [],
) => [HEAD, ...articles.map((at) => line(testPzn(at), nameAt(at), contentAt(at))), ...more, ''].join('\r\n');
const RIGHT = file((at) => NAMES[at] as string);
const SHIFTED = file((at) => NAMES[(at + 1) % COUNT] as string);

beforeEach(async () => {
  portal = await startPortal();
  portal.clock.set('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    articles.map((at) => ({ pzn: testPzn(at) })),
  );
  for (const at of articles)
    await portal.database.prisma.product.update({
      where: { pzn: testPzn(at) },
      data: { name: NAMES[at] as string, content: `${at + 10} ml`, productGroup: 'OTC' },
    });
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(() => portal.close());

let number = 0;
const deliver = async (content: string, kind = 'mdp') => {
  number += 1;
  const path = `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`;
  return (await upload(portal, engine, path, { name: `names-${number}.csv`, content }).expect(200)).body;
};
const named = async () =>
  (await portal.database.prisma.product.findMany({ orderBy: { pzn: 'asc' } })).map(({ name }) => name);
const held = async () => (await sales.get('/api/admin/deliveries').expect(200)).body.held;
const decide = (id: number, takesNew: boolean) =>
  sales.post(`/api/admin/deliveries/products/${pharmacy.apoId}/${id}`, { takesNew });
const remove = (id: number) => sales.delete(`/api/price/mdp/${id}/${pharmacy.path}`);

describe('a delivery that is doubted for its names', () => {
  test('changes nothing of known products until staff decide, who see old and new names', async () => {
    const before = await named();
    const { id, certificate } = await deliver(SHIFTED);
    expect(certificate.colour).toBe('yellow');
    expect(await named()).toEqual(before);
    const [shown] = await held();
    expect(shown).toMatchObject({ updateId: id, kind: 'MDP', count: COUNT, pharmacy: { apoId: pharmacy.apoId } });
    expect(shown.sentences).toEqual(['Bei 12 von 12 Artikeln ist der Name ein anderer als bisher.']);
    expect(shown.changes[0]).toEqual({ pzn: testPzn(0), before: ['Döhler'], after: ['Nährcreme'] });
  });

  test('gives them to the product master where staff say so, but for what somebody has changed since', async () => {
    const { id } = await deliver(SHIFTED);
    await portal.database.prisma.product.update({ where: { pzn: testPzn(3) }, data: { name: 'Wundsalbe' } });
    await decide(id, true).expect(200);
    expect(await named()).toEqual(NAMES.map((_, at) => (at === 3 ? 'Wundsalbe' : NAMES[(at + 1) % COUNT])));
    expect(await held()).toEqual([]);
    expect((await decide(id, false)).status).toBe(409);
  });

  test('is forgotten where staff keep the known ones', async () => {
    const { id } = await deliver(SHIFTED);
    await decide(id, false).expect(200);
    expect(await named()).toEqual(NAMES);
    expect(await held()).toEqual([]);
    expect((await decide(id, true)).status).toBe(409);
  });

  test('of CP850, with a single umlaut, is one', async () => {
    const { certificate } = await deliver(file((at) => (at === 0 ? 'D”hler' : (NAMES[at] as string))));
    expect(certificate.checks.find(({ check }: { check: string }) => check === 'encoding').result).toBe('doubtful');
    expect(await named()).toEqual(NAMES);
  });

  test('heals by the right file, which is green itself, also of articles that nobody knew', async () => {
    const fresh = [20, 21, 22].map(testPzn);
    const more = (names: readonly string[]) => fresh.map((pzn, at) => line(pzn, names[at] as string, '20 St'));
    const right = ['Husten-Öl', 'Fußbalsam', 'Süßholz'];
    const content = (at: number) => `${at + 10} ml`;
    await deliver(
      file((at) => NAMES[(at + 1) % COUNT] as string, content, more(['Fußbalsam', 'Süßholz', 'Husten-Öl'])),
      'qdp',
    );
    const { certificate } = await deliver(
      file((at) => NAMES[at] as string, content, more(right)),
      'qdp',
    );
    expect(certificate.checks.filter(({ result }: { result: string }) => result === 'doubtful')).toEqual([]);
    expect(await named()).toEqual([...NAMES, ...right]);
  });
});

test('of a pharmacy that has become a mirror since they are decided all the same: articles are everybody’s', async () => {
  const { id } = await deliver(SHIFTED);
  await sales.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] }).expect(200);
  const main = await seedPharmacy(portal.database, 2);
  const { apoId } = pharmacy;
  await portal.database.prisma.pharmacy.update({ where: { apoId }, data: { parentApoId: main.apoId } });
  expect(await held()).toHaveLength(1);
  await decide(id, false).expect(200);
  expect(await held()).toEqual([]);
  expect(await named()).toEqual(NAMES);
});

test.each([
  ['staff have deleted', (id: number) => remove(id)],
  ['a newer one has replaced', () => deliver(RIGHT)],
])('of a package that %s nobody decides any more', async (_who, end) => {
  const before = await named();
  const { id } = await deliver(SHIFTED);
  await end(id);
  expect(await held()).toEqual([]);
  for (const takesNew of [true, false]) expect((await decide(id, takesNew)).status).toBe(409);
  expect(await named()).toEqual(before);
});

test('deleting a package gives the product master back what it changed, unless somebody has changed it since', async () => {
  // One name and one content: too few to be doubted.
  const { id } = await deliver(
    file(
      (at) => (at === 5 ? 'Gel neu' : (NAMES[at] as string)),
      (at) => (at === 6 ? '1 kg' : at === 7 ? '2 kg' : `${at + 10} ml`),
    ),
  );
  expect((await named())[5]).toBe('Gel neu');
  await portal.database.prisma.product.update({ where: { pzn: testPzn(7) }, data: { content: '3 kg' } });
  await remove(id).expect(200);
  expect(await named()).toEqual(NAMES);
  const contents = await portal.database.prisma.product.findMany({ orderBy: { pzn: 'asc' } });
  expect([contents[6]?.content, contents[7]?.content]).toEqual(['16 ml', '3 kg']);
});

test('the right file is green while a wrong one waits', async () => {
  await deliver(SHIFTED);
  const { certificate } = await deliver(RIGHT);
  expect(certificate.colour).toBe('green');
  expect(await held()).toEqual([]);
});
