import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
const [a, b, c, foreign] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: a, manual: '4.44', type: 2 },
    { pzn: b },
    { pzn: c, manual: '5.55', type: 3 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: foreign }]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(() => portal.close());

const nameFor = (apoId: number | string) => `ZumDurchsehen_OTC_${apoId}_Test_10_03_2026.csv`;
const check = (content: string, name = nameFor(pharmacy.apoId), client = sales) =>
  upload(portal, client, '/api/admin/lzd/check', { name, content });
const send = (content: string, resetChoice: string, name = nameFor(pharmacy.apoId)) =>
  upload(portal, sales, `/api/price/lzd/upload/${pharmacy.path}`, { name, content }, { resetChoice });

/** Every row of every table that an upload writes to. */
async function stored() {
  const tables = ['price_update', 'price_update_item', 'price_item', 'product', 'product_master', 'list_version'];
  const rows = await Promise.all(
    [...tables, 'history_entry', 'price_change', 'outbox'].map(
      async (table) => (await portal.database.pool.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows,
    ),
  );
  return rows;
}

describe('checking an LZD file (rule 6.26)', () => {
  test('says what its upload would do, a reset included, and stores nothing', async () => {
    const before = await stored();
    const answer = await check(
      csv([
        [a, '8,49', 'Anders'],
        [testPzn(9), '3,33', 'Neu'],
        [foreign, '2,00'],
      ]),
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: 'OK',
        doubts: [],
        certificate: expect.objectContaining({ colour: 'green' }),
        pharmacy: {
          apoId: pharmacy.apoId,
          crmCompanyId: pharmacy.crmCompanyId,
          token: pharmacy.token,
          name: expect.any(String),
          city: expect.any(String),
        },
        productGroup: 'OTC',
        rows: 2,
        leftOut: [{ line: 4, pzn: foreign, reason: 'Der Artikel gehört zur Warengruppe FREIWAHL.' }],
        leftOutTotal: 1,
        notes: [],
        firstCalculation: false,
        replaces: null,
        leaving: expect.objectContaining({ count: 2, listCount: 3, ownPrices: 1, permanentPrices: 1, exclusions: 0 }),
        message: null,
      },
    ]);
    expect(answer.body.leaving.articles.pzn.toSorted()).toEqual([b, c].toSorted());
    expect(await stored()).toEqual(before);
  });

  test('and the upload then does what it has said', async () => {
    const content = csv([[a, '8,49']]);
    const checked = (await check(content)).body;
    const taken = (await send(content, '0')).body;
    expect(taken).toMatchObject({ rows: checked.rows, leaving: checked.leaving });
    const again = (await check(content)).body;
    expect(again).toMatchObject({
      replaces: taken.id,
      message: `Dieselbe Datei war schon in TruePrice: ID ${taken.id}, offen.`,
    });
  });

  test('an empty list is a first calculation, of which nothing leaves', async () => {
    const other = await seedPharmacy(portal.database, 2);
    const answer = await check(csv([[a, '8,49']]), nameFor(other.apoId));
    expect(answer.body).toMatchObject({ firstCalculation: true, leaving: { count: 0, listCount: 0 } });
  });

  test('refuses in the words of the upload: rows, name, an open update, the block window', async () => {
    const before = await stored();
    const bad = csv([
      [a, 'viel'],
      [b, '1,00'],
    ]);
    const plain = ({ body: { requestId: _each, ...body } }: { body: Record<string, unknown> }) => body;
    const refused = await check(bad);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ line: 2, value: 'viel' }]);
    expect(plain(refused)).toEqual(plain(await send(bad, '1')));
    expect((await check(bad, 'Preise.csv')).body.reason).toBe(
      'Der Dateiname Preise.csv entspricht nicht der Spezifikation (siehe oben).',
    );
    expect(await stored()).toEqual(before);
    await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: a }]);
    const good = csv([[a, '8,49']]);
    const blocked = await check(good);
    expect(blocked.status).toBe(409);
    expect(plain(blocked)).toEqual(plain(await send(good, '1')));
    portal.clock.set('2026-03-26T12:00:00Z');
    expect((await check(good)).body.reason).toBe(
      'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.',
    );
  });

  test('an unknown pharmacy is 404, a mirror 403, and nobody but staff may ask', async () => {
    const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
    const good = csv([[a, '8,49']]);
    expect((await check(good, nameFor(999_999))).status).toBe(404);
    expect((await check(good, nameFor('Löwe'))).status).toBe(404);
    expect((await check(good, nameFor(mirror.apoId))).status).toBe(403);
    const owner = await portal.as('Ina Haber', ['solvena_customer', `TP_admin_${pharmacy.crmCompanyId}`]);
    const engine = await portal.as('Engine', ['pricing_engine']);
    for (const client of [owner, engine]) expect((await check(good, nameFor(pharmacy.apoId), client)).status).toBe(403);
    // In the block window too (rule 1.6): rights and existence first, then the window, then the name.
    portal.clock.set('2026-03-26T12:00:00Z');
    expect((await check(good, nameFor(mirror.apoId))).status).toBe(403);
    expect((await check(good, nameFor(999_999))).status).toBe(404);
    expect((await check(good, nameFor(pharmacy.apoId), owner)).status).toBe(403);
    expect((await check(good, 'Preise.csv')).status).toBe(409);
  });
});
