import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { forgetDeliveries } from '../../src/modules/intake/index.ts';
import { createDeliverySender, writeDueDeliveries } from '../../src/modules/notices/index.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

describe('refusals', () => {
  // Deliveries that are refused by their certificate (rules 20.10 to 20.15).
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;
  const COUNT = 24;
  const price = (at: number) => 999 + at * 37;
  const euros = (cents: number) => (cents / 100).toFixed(2);
  const german = (cents: number) => euros(cents).replace('.', ',');
  const file = (after: (at: number) => number) =>
    csv(
      Array.from({ length: COUNT }, (_, at) => [testPzn(at), german(after(at)), `Artikel ${at};${german(price(at))}`]),
      'PZN;TruePrice neu;Produkt;TruePrice alt',
    );
  const NET = file((at) => Math.round(price(at) / 1.19));
  const HONEST = file((at) => price(at) + ((at % 7) - 3) * 10);
  const SENTENCE = 'Alle 24 geänderten Preise sind 16,0\u00a0% niedriger als heute. Wahrscheinlich fehlt die MwSt.';
  const OPEN = 'wartet auf eine Entscheidung';

  beforeEach(async () => {
    portal = await startPortal();
    portal.clock.set('2026-03-10T09:00:00Z');
    pharmacy = await seedPharmacy(portal.database, 1);
    const articles = Array.from({ length: COUNT }, (_, at) => ({ pzn: testPzn(at), calculated: euros(price(at)) }));
    await seedList(portal.database, pharmacy, 'OTC', articles);
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterEach(() => portal.close());

  const deliver = (name: string, content: string, kind: 'mdp' | 'qdp' | 'lzd' = 'mdp') =>
    upload(portal, engine, `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`, { name, content });
  const refused = async (name = 'net.csv', content = NET) => {
    const { status, body } = await deliver(name, content);
    expect([status, body.status]).toEqual([422, 'fail']);
    return body.delivery as {
      id: number;
      state: string;
      stateText: string;
      certificate: { checks: { check: string; result: string }[] };
    };
  };
  const packages = async () => (await portal.database.pool.query('SELECT * FROM price_update ORDER BY id')).rows;
  const read = async (id: number, client = engine) =>
    (await client.get(`/api/intake/deliveries/${id}`).expect(200)).body;

  describe('a red delivery', () => {
    test('is refused with its checks, and nothing else changes', async () => {
      const { id: older } = (await deliver('honest.csv', HONEST)).body;
      const { status, body } = await deliver('net.csv', NET);
      expect(status).toBe(422);
      expect(body.message).toBe(`Die Lieferung wurde nicht eingespielt (Lieferung ${body.delivery.id}): ${SENTENCE}`);
      expect(body.delivery).toMatchObject({ state: 'open', stateText: OPEN, certificate: { colour: 'red' } });
      const { checks } = body.delivery.certificate;
      expect(checks[0]).toMatchObject({ check: 'commonFactor', result: 'refused', message: SENTENCE });
      const { examples } = checks[0];
      expect(examples).toHaveLength(2);
      for (const { before, after } of examples) expect(after / before).toBeCloseTo(1 / 1.19, 2);
      expect(checks.find(({ check }: { check: string }) => check === 'unusualSize').result).toBe('unjudged');
      expect(await packages()).toMatchObject([{ id: older, status: 0 }]);
      expect(await read(body.delivery.id)).toMatchObject({
        id: body.delivery.id,
        kind: 'MDP',
        fileName: 'net.csv',
        state: 'open',
        updateId: null,
        arrivedAt: '2026-03-10T09:00:00.000Z',
      });
    });

    test('names its state when it comes again', async () => {
      const { id } = await refused();
      const again = await deliver('net.csv', NET);
      expect(again.status).toBe(422);
      expect(again.body.message).toBe(`Die Lieferung ist schon bekannt (Lieferung ${id}, ${OPEN}): ${SENTENCE}`);
      await sales.post(`/api/admin/deliveries/${id}/refuse`, { reason: 'Nettopreise' }).expect(200);
      const third = await deliver('net.csv', NET);
      expect(third.body.delivery).toMatchObject({
        id,
        state: 'refused',
        stateText: 'abgelehnt am 10.03.2026 von Tobias Sommer',
      });
    });

    test('is closed by a newer one of its kind, green or red', async () => {
      const first = await refused('one.csv');
      const second = await refused(
        'two.csv',
        file((at) => Math.round(price(at) * 1.19)),
      );
      expect(await read(first.id)).toMatchObject({
        state: 'closed',
        stateText: 'ersetzt durch eine neuere am 10.03.2026',
      });
      await deliver('honest.csv', HONEST).expect(200);
      expect(await read(second.id)).toMatchObject({ state: 'closed' });
      const late = await sales.post(`/api/admin/deliveries/${second.id}/take-in`, { reason: 'doch' }).expect(409);
      expect(late.body.message).toBe(
        'Über die Lieferung ist schon entschieden: ersetzt durch eine neuere am 10.03.2026.',
      );
      expect((await deliver('one.csv', NET)).body.delivery).toMatchObject({ id: first.id, state: 'closed' });
    });

    test('that is taken in counts as arrived then, with the reason in the history', async () => {
      const { id } = await refused();
      portal.clock.set('2026-03-12T09:00:00Z');
      const taken = await sales
        .post(`/api/admin/deliveries/${id}/take-in`, { reason: 'Senkung ist gewollt' })
        .expect(200);
      const [stored] = await packages();
      expect(stored).toMatchObject({
        id: taken.body.updateId,
        status: 0,
        created_at: new Date('2026-03-12T09:00:00Z'),
      });
      // five days after the decision: the night to 18 March
      expect(stored.auto_action_at).toEqual(new Date('2026-03-17T23:00:00Z'));
      expect(await read(id)).toMatchObject({
        state: 'taken',
        stateText: 'eingespielt am 12.03.2026 von Tobias Sommer',
        updateId: taken.body.updateId,
        reason: 'Senkung ist gewollt',
      });
      const { rows } = await portal.database.pool.query('SELECT event, user_name FROM history_entry');
      expect(rows).toEqual([
        { event: 'Monatsupdate eingegangen trotz Ablehnung: Senkung ist gewollt', user_name: 'Tobias Sommer' },
      ]);
      expect((await deliver('net.csv', NET).expect(200)).body).toMatchObject({ known: true, id: taken.body.updateId });
      const { status, body } = await sales.post(`/api/admin/deliveries/${id}/take-in`, { reason: 'noch einmal' });
      expect([status, body.reason]).toEqual([409, 'wrong_state']);
    });

    test('takes nothing in against the block window of an LZD', async () => {
      const { body } = await deliver('net.csv', NET, 'lzd');
      portal.clock.set('2026-03-27T09:00:00Z');
      await sales.post(`/api/admin/deliveries/${body.delivery.id}/take-in`, { reason: 'Senkung' }).expect(409);
      expect(await read(body.delivery.id)).toMatchObject({ state: 'open' });
    });

    test('of two who decide at once exactly one wins', async () => {
      const { id } = await refused();
      const answers = await Promise.all([
        sales.post(`/api/admin/deliveries/${id}/take-in`, { reason: 'eins' }),
        sales.post(`/api/admin/deliveries/${id}/take-in`, { reason: 'zwei' }),
        sales.post(`/api/admin/deliveries/${id}/refuse`, { reason: 'drei' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect((await packages()).length).toBeLessThanOrEqual(1);
    });

    test('is handed out to staff byte for byte', async () => {
      const { id } = await refused('preise\u202Evsc.hta');
      const path = `/api/admin/deliveries/${id}/file`;
      const { headers, text } = await sales.get(path).expect(200);
      expect(text).toBe(NET);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe(`attachment; filename=Lieferung_${id}.csv`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(await read(id)).toMatchObject({ fileName: 'preisevsc.hta' });
      await engine.get(path).expect(403);
      await sales.get(`/api/admin/deliveries/${id + 1}/file`).expect(404);
    });

    test('has a number that no other one gets, in a restored database either', async () => {
      const first = await refused('one.csv');
      await portal.database.pool.query('DELETE FROM delivery');
      const second = await refused('two.csv');
      expect(second.id).toBeGreaterThan(first.id);
      expect(Math.abs(second.id / 1000 - Date.now())).toBeLessThan(600_000);
    });

    test('is listed, those that wait first, and forgotten after 90 days', async () => {
      const first = await refused('one.csv');
      const second = await refused(
        'two.csv',
        file((at) => price(at) * 10),
      );
      const { body } = await sales.get('/api/admin/deliveries').expect(200);
      expect(body.open).toBe(1);
      expect(body.deliveries.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
      await engine.get('/api/admin/deliveries').expect(403);
      portal.clock.set('2026-06-08T09:00:01Z');
      await forgetDeliveries(portal);
      await engine.get(`/api/intake/deliveries/${first.id}`).expect(404);
    });

    test.each(['', '  ', 'ok', 'x'.repeat(201)])('needs a reason: %j', async (reason) => {
      const { id } = await refused();
      const { status } = await sales.post(`/api/admin/deliveries/${id}/take-in`, { reason });
      expect(status).toBe(422);
    });
  });

  // Rule 20.16.
  test('staff get one mail about what has had no decision for a day', async () => {
    const config = {
      ...portal.deps.config,
      deliveries: { ...portal.deps.config.deliveries, mailTo: ['a@portal.example'] },
    };
    const deps = { ...portal.deps, config };
    const { id } = await refused();
    const later = async (at: string) => {
      portal.clock.set(at);
      await writeDueDeliveries(deps);
      const { rows } = await portal.database.pool.query(
        `SELECT payload FROM outbox WHERE kind = 'delivery' ORDER BY id`,
      );
      return rows.map(({ payload }) => payload);
    };
    expect(await later('2026-03-11T08:59:59Z')).toEqual([]);
    const mail = { to: 'a@portal.example', deliveryId: id };
    expect(await later('2026-03-11T09:00:00Z')).toEqual([mail]);
    expect(await later('2026-03-12T09:00:00Z')).toEqual([mail]);
    const sent: string[] = [];
    const mailer = {
      reach: async () => undefined,
      send: async ({ subject, text }: { subject: string; text: string }) => void sent.push(subject, text),
    };
    const send = createDeliverySender({ ...deps, mailer, baseUrl: 'https://portal.example' });
    const message = { id: '1', messageId: 'm', apoId: pharmacy.apoId, payload: mail };
    await send(message, new AbortController().signal);
    expect(sent[0]).toMatch(/^Lieferung für .+ wartet auf eine Entscheidung$/);
    expect(sent[1]).toContain('https://portal.example/admin/deliveries');
    expect(sent[1]).not.toMatch(/€|16,0/);
    await sales.post(`/api/admin/deliveries/${id}/refuse`, { reason: 'Nettopreise' }).expect(200);
    await send(message, new AbortController().signal);
    expect(sent).toHaveLength(2);
  });

  // Rule 20.14.
  describe('a red file by hand', () => {
    const name = () => `ZumDurchsehen_OTC_${pharmacy.apoId}_Apotheke_10_03_2026.csv`;
    const byHand = (fields: Record<string, string>) =>
      upload(
        portal,
        sales,
        `/api/price/lzd/upload/${pharmacy.path}`,
        { name: name(), content: NET },
        { resetChoice: '1', ...fields },
      );

    test('is named by the check, refused, and taken in where somebody says so', async () => {
      const checked = await upload(portal, sales, '/api/admin/lzd/check', { name: name(), content: NET });
      expect(checked.body).toMatchObject({ status: 'OK', certificate: { colour: 'red' } });
      const { status, body } = await byHand({});
      expect([status, body.status]).toEqual([422, 'fail']);
      expect(body.reason).toBe(`Die Datei wurde nicht eingespielt: ${SENTENCE}`);
      expect(body.delivery).toMatchObject({ id: null });
      expect(await packages()).toEqual([]);
      await byHand({ despiteRed: '1' }).expect(200);
      expect(await packages()).toHaveLength(1);
      const { rows } = await portal.database.pool.query('SELECT FROM delivery');
      expect(rows).toHaveLength(0);
    });
  });

  // Rule 20.15.
  test('an operator may let red pass as yellow', async () => {
    const other = await startPortal(undefined, { PORTAL_RED_DELIVERIES: 'accept' });
    try {
      const here = await seedPharmacy(other.database, 1);
      await seedList(
        other.database,
        here,
        'OTC',
        Array.from({ length: COUNT }, (_, at) => ({ pzn: testPzn(at), calculated: euros(price(at)) })),
      );
      const client = await other.as('Pricing Engine', ['pricing_engine']);
      const path = `/api/intake/mdp/${here.crmCompanyId}/OTC`;
      const { status, body } = await upload(other, client, path, { name: 'net.csv', content: NET });
      expect([status, body.certificate.colour]).toEqual([200, 'red']);
      expect(body.doubts[0].message).toBe(SENTENCE);
    } finally {
      await other.close();
    }
  });
});

describe('doubts', () => {
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
  const HALF = `Alle 24 geänderten Preise sind 50,0\u00a0% niedriger als heute. Bitte prüfen Sie, ob das so gewollt ist.`;
  const NET = `Alle 24 geänderten Preise sind 16,0\u00a0% niedriger als heute. Wahrscheinlich fehlt die MwSt.`;

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
      const opened = await owner.get(`/api/price/mdp/${pharmacy.path}/${id}/OTC`).expect(200);
      expect(opened.body.doubts).toEqual(doubts.map(({ message }: { message: string }) => message));
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
        message: `Die 12 neuen Artikel liegen, gemessen am AVP, etwa 16,0\u00a0% niedriger als Ihre Liste. Wahrscheinlich fehlt die MwSt.`,
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
});

describe('checking an LZD', () => {
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
      for (const client of [owner, engine])
        expect((await check(good, nameFor(pharmacy.apoId), client)).status).toBe(403);
      // In the block window too (rule 1.6): rights and existence first, then the window, then the name.
      portal.clock.set('2026-03-26T12:00:00Z');
      expect((await check(good, nameFor(mirror.apoId))).status).toBe(403);
      expect((await check(good, nameFor(999_999))).status).toBe(404);
      expect((await check(good, nameFor(pharmacy.apoId), owner)).status).toBe(403);
      expect((await check(good, 'Preise.csv')).status).toBe(409);
    });
  });
});
