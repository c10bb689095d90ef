import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

// Files judged as a whole (rule 20.2), through the calls that take them in and the ones that show them.
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;
let owner: Client;
const COUNT = 24;
/** Calculated prices from 9,99 € on, 37 cents apart, at 80 % of the AVP. */
const price = (at: number) => 999 + at * 37;
const euros = (cents: number) => (cents / 100).toFixed(2);
const german = (cents: number) => euros(cents).replace('.', ',');
const articles = Array.from({ length: COUNT }, (_, at) => at);
const HEADING = 'PZN;TruePrice neu;Produkt;TruePrice alt';
/** A file with these new prices, and the list's as the old ones. */
const file = (after: (at: number) => number, base = price) =>
  csv(
    articles.map((at) => [testPzn(at), german(after(at)), `Artikel ${at};${german(base(at))}`]),
    HEADING,
  );
const net = (at: number) => Math.round(price(at) / 1.19);
const half = (at: number) => Math.round(price(at) / 2);
const HALF = `Fast alle Änderungen (24 von 24) haben denselben Faktor: 50,0\u00a0% niedriger als heute. Bitte prüfen Sie, ob das so gewollt ist.`;
const NET = `Fast alle Änderungen (24 von 24) haben denselben Faktor: 16,0\u00a0% niedriger als heute. Wahrscheinlich sind es Preise ohne MwSt.`;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(
    portal.database,
    pharmacy,
    'OTC',
    articles.map((at) => ({ pzn: testPzn(at), calculated: euros(price(at)) })),
  );
  await portal.database.pool.query('UPDATE price_item SET avp = calculated_price / 0.8');
  for (const at of articles)
    await portal.database.pool.query('UPDATE product SET name = $2 WHERE pzn = $1', [testPzn(at), `Artikel ${at}`]);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

let number = 0;
const deliver = async (kind: 'mdp' | 'qdp' | 'lzd', content: string) => {
  number += 1;
  const path = `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`;
  const { status, body } = await upload(portal, engine, path, { name: `delivery-${number}.csv`, content });
  expect(status).toBe(200);
  return body;
};
const figures = async (kind: string, id: number) =>
  (await owner.get(`/api/price/reviewfigures/${kind}/${pharmacy.path}/${id}/OTC`).expect(200)).body;

// Rules 14.62 and 14.63.
describe('a monthly update', () => {
  test('that halves all prices says so on arrival and on the start page, and none of its rows is inconspicuous', async () => {
    const { id, doubts } = await deliver('mdp', file(half));
    expect(doubts).toEqual([{ check: 'commonFactor', message: HALF }]);
    const { rows, toReview, doubts: shown } = await figures('mdp', id);
    expect(shown).toEqual(doubts);
    expect([rows, toReview]).toEqual([COUNT, COUNT]);
  });

  test('keeps what only its arrival told, for the start page and beside its rows', async () => {
    await deliver(
      'qdp',
      file((at) => price(at) + ((at % 7) - 3) * 10),
    );
    const names = (at: number) => `K?se ${at}`;
    const rows = articles.map((at) => [testPzn(at), german(price(at) + at), names(at)] as const);
    const { id, doubts, certificate } = await deliver('mdp', csv(rows));
    expect(certificate.colour).toBe('yellow');
    expect(doubts.map(({ check }: { check: string }) => check)).toEqual(['names', 'encoding']);
    expect((await figures('mdp', id)).doubts).toEqual(doubts);
    const { body } = await owner.get(`/api/price/review/mdp/${pharmacy.path}/${id}/OTC`).expect(200);
    expect(body.delivery.onArrival).toEqual(doubts);
    const { packages } = (await sales.get('/api/admin/overview').expect(200)).body;
    const marked = packages.map(({ kind, doubted }: Record<string, unknown>) => [kind, doubted]);
    expect(Object.fromEntries(marked)).toEqual({ MDP: true, QDP: false });
  });

  test('that moves each price its own way is not doubted', async () => {
    const honest = file((at) => price(at) + ((at % 7) - 3) * 10);
    const { id, doubts } = await deliver('mdp', honest);
    expect(doubts).toEqual([]);
    expect(await figures('mdp', id)).toMatchObject({ doubts: [] });
  });

  test("whose 'TruePrice alt' is not the list's names count and worst", async () => {
    const { id, doubts } = await deliver(
      'mdp',
      file(
        (at) => price(at) + at,
        (at) => (at === 3 ? 700 : at < 5 ? price(at) - 100 : price(at)),
      ),
    );
    // 11,10 € on the list
    const message =
      'Bei 5 von 24 Artikeln ist „TruePrice alt“ nicht der Preis Ihrer Liste, am weitesten bei Artikel 3: laut Datei 7,00 €, in Ihrer Liste 11,10 €.';
    expect(doubts).toEqual([{ check: 'staleBase', message }]);
    const { doubts: shown, toReview } = await figures('mdp', id);
    expect(shown[0]).toMatchObject({ check: 'staleBase' });
    expect(toReview).toBeGreaterThanOrEqual(5);
  });

  test('that changes far more than the last three is named', async () => {
    const approve = async (id: number) =>
      owner.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [] }).expect(200);
    for (const changed of [1, 3, 2]) {
      const { id } = await deliver('mdp', csv([[testPzn(changed), german(price(changed) + 10 + changed)]]));
      await approve(id);
    }
    const { id, doubts } = await deliver(
      'mdp',
      csv(articles.map((at) => [testPzn(at), german(price(at) + 21 + (at % 5))])),
    );
    const message = '24 Preise ändern sich. Bei den letzten 3 Updates waren es meist 1.';
    expect(doubts).toEqual([{ check: 'unusualShare', message }]);
    expect((await figures('mdp', id)).doubts).toEqual(doubts);
  });

  test('that is known already is not judged again', async () => {
    const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
    const again = { name: 'same.csv', content: file(half) };
    await upload(portal, engine, path, again);
    expect((await upload(portal, engine, path, again)).body).toMatchObject({ known: true, doubts: [] });
  });
});

test('new articles of a quarterly update are measured by their AVP', async () => {
  const row = (at: number, from: number, share: number) => {
    const avp = 1000 + at * 50;
    return [testPzn(at + from), german(Math.round(avp * share)), `Neu ${at};${german(avp)}`] as const;
  };
  // Others than in the last delivery, which would tell the factor, too.
  const quarterly = (from: number, factor: number) =>
    csv(
      Array.from({ length: 12 }, (_, at) => row(at, from, (0.75 + (at % 3) * 0.05) * factor)),
      'PZN;TruePrice neu;Produkt;AVP neu',
    );
  expect((await deliver('qdp', quarterly(100, 1))).doubts).toEqual([]);
  expect((await deliver('qdp', quarterly(200, 1 / 1.19))).doubts).toEqual([
    {
      check: 'newArticleLevel',
      message: `Die 12 neuen Artikel liegen, gemessen am AVP, etwa 16,0\u00a0% niedriger als Ihre Liste. Wahrscheinlich sind es Preise ohne MwSt.`,
    },
  ]);
});

describe('a recalculation', () => {
  test('of net prices is doubted when it is checked and when it is uploaded', async () => {
    const name = `ZumDurchsehen_OTC_${pharmacy.apoId}_Apotheke_10_03_2026.csv`;
    const checked = await upload(portal, sales, '/api/admin/lzd/check', { name, content: file(net) });
    expect(checked.body.doubts).toEqual([{ check: 'commonFactor', message: NET }]);
    const stored = await upload(
      portal,
      sales,
      `/api/price/lzd/upload/${pharmacy.path}`,
      { name, content: file(net) },
      { resetChoice: '0', despiteRed: '1' },
    );
    expect(stored.body.doubts).toEqual(checked.body.doubts);
  });

  test('of three per cent more on all prices is not', async () => {
    expect(
      (
        await deliver(
          'lzd',
          file((at) => Math.round(price(at) * 1.03)),
        )
      ).doubts,
    ).toEqual([]);
  });
});
