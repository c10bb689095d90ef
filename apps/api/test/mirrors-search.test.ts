import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedPharmacy } from './support/seed.ts';

let portal: TestPortal;
let sales: Client;
let next = 0;
let main: SeededPharmacy;
/** The owner of `main` has no part in it. */
let other: SeededPharmacy;
let owner: Client;

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  [main, other] = [await seedPharmacy(portal.database, ++next), await seedPharmacy(portal.database, ++next)];
  owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${main.crmCompanyId}`]);
});
afterAll(() => portal.close());

// Rule 8.6.
describe('the search for pharmacies', () => {
  test('finds by ApoID, name and city in any letter case, candidates first and the others with their reason', async () => {
    const city = `Überlingen-${next}`;
    const seed = (name: string, overrides: object = {}) =>
      seedPharmacy(portal.database, ++next, { name, city, ...overrides });
    const zebra = await seed('Zebra-Apotheke');
    const ant = await seed('Ameisen-Apotheke', { parentApoId: main.apoId });
    const search = async (query: string) => {
      const { body } = await sales.post('/api/pharmacy/search', { query, pharmacy: main.apoId });
      return body.map((found: { apoId: number; refusal: string | null }) => [found.apoId, found.refusal]);
    };
    const all = [
      [zebra.apoId, null],
      [ant.apoId, 'Ist bereits Spiegelapotheke dieser Apotheke.'],
    ];
    expect(await search(city.toLowerCase())).toEqual(all);
    expect(await search('zEBRA')).toEqual([all[0]]);
    expect((await search(String(zebra.apoId)))[0]).toEqual(all[0]);
    expect(await search('100%_gibt es nicht')).toEqual([]);
    // copied out of a PDF, the one as the other, and in capitals, which have no ß
    const copied = await seed('Ro\u0308mer', { city: 'Ulm' });
    for (const query of ['Römer', 'Ro\u0308mer']) expect(await search(query)).toEqual([[copied.apoId, null]]);
    expect(await search(city.normalize('NFD'))).toEqual(all);
    const weiss = await seed('Weiße Apotheke');
    for (const query of ['WEISSE', 'weiße', 'WEIẞE']) expect(await search(query)).toEqual([[weiss.apoId, null]]);
  });

  test('shows customers their own pharmacies only', async () => {
    const { body } = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke' });
    expect(body.map((found: { apoId: number }) => found.apoId)).toEqual([main.apoId]);
    expect(JSON.stringify(body)).not.toContain(main.token);
  });

  test('tells customers nothing of pharmacies they have no part in, not even that there are any', async () => {
    const answers = [];
    for (const pharmacy of [
      other.apoId,
      other.crmCompanyId,
      999_999_999,
      String(other.apoId),
      { apoId: other.apoId },
    ]) {
      const { status, body } = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy });
      answers.push([status, { ...body, requestId: '' }]);
    }
    const refused = {
      status: 'ERROR',
      reason: 'forbidden',
      message: 'Keine Zugriffsrechte auf die Ressource',
      requestId: '',
    };
    expect(answers).toEqual(answers.map(() => [403, refused]));
    const own = await owner.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy: main.apoId });
    expect([own.status, own.body.length]).toEqual([200, 1]);
    expect((await sales.post('/api/pharmacy/search', { query: 'Test-Apotheke', pharmacy: 999_999_999 })).status).toBe(
      404,
    );
  });

  test('starts with three characters', async () => {
    const response = await sales.post('/api/pharmacy/search', { query: ' ab ' });
    expect(response.status).toBe(422);
    expect(response.body.message).toContain('mindestens 3 Zeichen');
  });

  test('answers at most 50', async () => {
    await portal.database.pool.query(
      `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
       SELECT 800000 + n, 900000 + n, 't', 'Viele-Apotheke', 'Weg', '1', 'Ort' FROM generate_series(1, 60) n`,
    );
    const { body } = await sales.post('/api/pharmacy/search', { query: 'viele-' });
    expect(body).toHaveLength(50);
  });
});
