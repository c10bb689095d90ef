import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeliverySender, writeDueDeliveries } from '../../src/modules/notices/index.ts';
import { forgetDeliveries } from '../../src/modules/intake/index.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

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
const SENTENCE =
  'Fast alle Änderungen (24 von 24) haben denselben Faktor: 16,0\u00a0% niedriger als heute. Wahrscheinlich sind es Preise ohne MwSt.';
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
const read = async (id: number, client = engine) => (await client.get(`/api/intake/deliveries/${id}`).expect(200)).body;

describe('a red delivery', () => {
  test('is refused with its checks, and nothing else changes', async () => {
    const { id: older } = (await deliver('honest.csv', HONEST)).body;
    const { status, body } = await deliver('net.csv', NET);
    expect(status).toBe(422);
    expect(body.message).toBe(`Die Lieferung wurde nicht eingespielt (Lieferung ${body.delivery.id}): ${SENTENCE}`);
    expect(body.delivery).toMatchObject({ state: 'open', stateText: OPEN, certificate: { colour: 'red' } });
    const { checks } = body.delivery.certificate;
    expect(checks[0]).toEqual({ check: 'commonFactor', result: 'refused', message: SENTENCE });
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
    expect(stored).toMatchObject({ id: taken.body.updateId, status: 0, created_at: new Date('2026-03-12T09:00:00Z') });
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
      { event: 'Monatsupdate eingegangen trotz roter Prüfung: Senkung ist gewollt', user_name: 'Tobias Sommer' },
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
    const { id } = await refused('Lieferung "neu".csv');
    const path = `/api/admin/deliveries/${id}/file`;
    const { headers, text } = await sales.get(path).expect(200);
    expect(text).toBe(NET);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(String.raw`attachment; filename="Lieferung \"neu\".csv"`);
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
    const { rows } = await portal.database.pool.query(`SELECT payload FROM outbox WHERE kind = 'delivery' ORDER BY id`);
    return rows.map(({ payload }) => payload);
  };
  expect(await later('2026-03-11T08:59:59Z')).toEqual([]);
  const mail = { to: 'a@portal.example', deliveryId: id };
  expect(await later('2026-03-11T09:00:00Z')).toEqual([mail]);
  expect(await later('2026-03-12T09:00:00Z')).toEqual([mail]);
  const sent: string[] = [];
  const mailer = {
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
