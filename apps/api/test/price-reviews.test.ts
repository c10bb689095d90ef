import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from './support/seed.ts';

// Rules 19.1 to 19.5: fixed prices that are looked at again.
const [permanent, excluded, own, plain] = Array.from({ length: 4 }, (_, n) => testPzn(n + 1)) as [
  string,
  string,
  string,
  string,
];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let next = 0;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());
beforeEach(async () => {
  portal.clock.set('2026-03-12T12:00:00Z');
  pharmacy = await seedPharmacy(portal.database, ++next);
  owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: permanent, calculated: '4.99', manual: '6.50', type: 3, aep: '3.00' },
    { pzn: excluded, calculated: '7.00', type: 1 },
    { pzn: own, calculated: '4.99', manual: '5.50', type: 2 },
    { pzn: plain, calculated: '4.99', aep: '3.10' },
  ]);
});

const choose = (months: number | null, client = owner) =>
  client.put(`/api/pharmacy/pricereview/${pharmacy.path}`, { months });
const reviews = (at = pharmacy) => `/api/price/reviews/${at.path}/OTC`;
const keep = (rows: { pzn: string; price: number | null }[], client = owner) => client.put(reviews(), { rows });
const due = async () => (await owner.get(reviews())).body.rows.map(({ pzn }: { pzn: string }) => pzn);
const save = async (product: object) =>
  expect((await owner.put(`/api/price/${pharmacy.path}`, { products: [product] })).status).toBe(200);
const edit = (pzn: string, price: number | null, permanently = false, exclusion = false) => ({
  pzn,
  priceEdit: price,
  editedPermanent: permanently,
  editedIgnore: exclusion,
});
const dates = async (apoId = pharmacy.apoId) => {
  const { rows } = await portal.database.pool.query<{ pzn: string; due: string | null; since: string | null }>(
    `SELECT pzn, review_due::text AS due, review_since::text AS since, review_aep::text AS aep
       FROM price_item WHERE apo_id = $1 ORDER BY pzn`,
    [apoId],
  );
  return Object.fromEntries(rows.map(({ pzn, ...dated }) => [pzn, dated]));
};
/** The day after, by the spreading of rule 19.3. */
const spread = (pzn: string, from: string, days: number) =>
  new Date(Date.parse(`${from}T12:00:00Z`) + (1 + (Number(pzn) % days)) * 86_400_000).toISOString().slice(0, 10);
const NONE = { due: null, since: null, aep: null };

describe('the period', () => {
  test('is off at first, and a choice spreads the fixed prices over it', async () => {
    await save(edit(plain, 5.55, true));
    expect((await dates())[plain]).toEqual(NONE);
    expect((await owner.get(`/api/pharmacy/settings/${pharmacy.path}`)).body.priceReview).toEqual({
      months: null,
      permanent: 2,
      exclusions: 1,
    });
    expect((await choose(12)).body).toEqual({ status: 'OK' });
    expect(await dates()).toEqual({
      [permanent]: { due: spread(permanent, '2026-03-12', 365), since: '2026-03-12', aep: '3.00' },
      [excluded]: { due: spread(excluded, '2026-03-12', 365), since: '2026-03-12', aep: null },
      [plain]: { due: spread(plain, '2026-03-12', 365), since: '2026-03-12', aep: '3.10' },
      [own]: NONE,
    });
    expect(await due()).toEqual([]);
  });

  test('the same again changes nothing, a shorter one brings later dates forward, none forgets them', async () => {
    await choose(24);
    const before = await dates();
    portal.clock.set('2026-03-20T12:00:00Z');
    await choose(24);
    expect(await dates()).toEqual(before);
    await choose(6);
    for (const pzn of [permanent, excluded]) {
      const was = before[pzn]?.due as string;
      expect((await dates())[pzn]).toMatchObject({
        due: was > '2026-09-20' ? spread(pzn, '2026-03-20', 184) : was,
        since: '2026-03-12',
      });
    }
    const shorter = await dates();
    await choose(12);
    expect(await dates()).toEqual(shorter);
    await choose(null);
    expect(Object.values(await dates())).toEqual([NONE, NONE, NONE, NONE]);
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const { body } = await sales.get(`/api/pharmacy/history/${pharmacy.path}`);
    expect(body.history.map(({ event }: { event: string }) => event)).toEqual([
      'Feste Preise wieder prüfen: nie (bisher: nach 12 Monaten)',
      'Feste Preise wieder prüfen: nach 12 Monaten (bisher: nach 6 Monaten)',
      'Feste Preise wieder prüfen: nach 6 Monaten (bisher: nach 24 Monaten)',
      'Feste Preise wieder prüfen: nach 24 Monaten (bisher: nie)',
    ]);
  });

  test('is 6, 12 or 24 months', async () => {
    const { status, body } = await owner.put(`/api/pharmacy/pricereview/${pharmacy.path}`, { months: 7 });
    expect([status, body.message]).toEqual([422, expect.stringContaining('Erlaubt sind 6, 12 und 24 Monate.')]);
  });
});

describe('the date of a row', () => {
  beforeEach(async () => {
    await choose(12);
    portal.clock.set('2026-08-31T22:30:00Z'); // 1 September in Berlin
  });

  test('counts from the day on which a price is fixed or changed, and goes with it', async () => {
    const before = await dates();
    await save(edit(plain, 5.55, true));
    await save(edit(permanent, 6.6, true));
    await save(edit(own, null, false, true));
    expect(await dates()).toMatchObject({
      [plain]: { due: '2027-09-01', since: '2026-09-01', aep: '3.10' },
      [permanent]: { due: '2027-09-01', since: '2026-09-01' },
      [own]: { due: '2027-09-01', since: '2026-09-01' },
      [excluded]: before[excluded],
    });
    await save(edit(permanent, 6.6, false));
    await save(edit(plain, null));
    await save(edit(excluded, 7.5));
    expect(await dates()).toMatchObject({ [permanent]: NONE, [plain]: NONE, [excluded]: NONE });
  });

  test('a new calculated price leaves it, an update that fixes one sets it', async () => {
    const before = await dates();
    const rows = [permanent, excluded, plain].map((pzn) => ({ pzn, truePrice: '5.55' }));
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows, {
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const body = { products: [{ pzn: plain, editedPrice: 5.95, editedPermanent: true, editedIgnore: false }] };
    expect((await owner.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, body)).status).toBe(200);
    const { [plain]: fixed, ...others } = await dates();
    expect(fixed).toEqual({ due: '2027-09-01', since: '2026-09-01', aep: '3.10' });
    expect(others).toEqual({ [permanent]: before[permanent], [excluded]: before[excluded], [own]: NONE });
  });
});

describe('what comes back is spread over the period', () => {
  const today = '2026-03-12';
  beforeEach(() => choose(6));
  const fixed = async () => {
    const { [permanent]: first, [excluded]: second } = await dates();
    return [first, second];
  };
  const expected = () => [permanent, excluded].map((pzn) => ({ due: spread(pzn, today, 184), since: today }));

  test('by reopening an LZD that had reset the list', async () => {
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const rows = [permanent, excluded, own, plain].map((pzn) => ({ pzn, truePrice: '5.55' }));
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
    const path = `/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`;
    expect((await owner.put(path, { products: [] })).status).toBe(200);
    expect(await fixed()).toEqual([NONE, NONE]);
    expect((await sales.delete(path)).status).toBe(200);
    expect(await fixed()).toMatchObject(expected());
  });

  test('by taking a save back', async () => {
    await save(edit(permanent, null));
    await save(edit(excluded, 7.5));
    const { rows } = await portal.database.pool.query<{ id: string }>(
      `SELECT id FROM history_entry WHERE apo_id = $1 AND has_log ORDER BY id DESC`,
      [pharmacy.apoId],
    );
    for (const { id } of rows) {
      const undo = `/api/price/undo/${pharmacy.path}/${id}`;
      const { preview } = (await owner.get(undo)).body;
      expect((await owner.post(undo, { preview })).status).toBe(200);
    }
    expect(await fixed()).toMatchObject(expected());
  });
});

describe('what is due', () => {
  beforeEach(async () => {
    await choose(6);
    const first = [permanent, excluded].map((pzn) => spread(pzn, '2026-03-12', 184)).sort()[1] as string;
    portal.clock.set(`${first}T06:00:00Z`);
    await portal.database.pool.query(`UPDATE price_item SET aep = 3.24 WHERE apo_id = $1 AND pzn = $2`, [
      pharmacy.apoId,
      permanent,
    ]);
  });
  const today = () => portal.clock.now().toISOString().slice(0, 10);

  test('is told with the figures of the day it was last looked at, and counted on the start page', async () => {
    expect((await owner.get(reviews())).body).toEqual({
      reminders: [],
      rows: [permanent, excluded].sort().map((pzn) => ({
        pzn,
        since: '2026-03-12',
        aep: pzn === permanent ? 300 : null,
        avp: 1250,
        umfeld: null,
      })),
    });
    const { body } = await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
    expect(body.tpData.map(({ dueReviews }: { dueReviews: number }) => dueReviews)).toEqual([2, 0, 0]);
  });

  test("'bleibt' counts from today, also while the row is in an update; again it changes nothing", async () => {
    const rows = [{ pzn: permanent, truePrice: '5.55' }];
    await seedUpdate(portal.database, pharmacy, 'MDP', rows, { createdAt: new Date(), updatedAt: new Date() });
    const answer = await keep([
      { pzn: permanent, price: 650 },
      { pzn: excluded, price: null },
    ]);
    expect(answer.body).toEqual({ status: 'OK', kept: 2 });
    expect(await due()).toEqual([]);
    expect((await dates())[permanent]).toMatchObject({ since: today(), aep: '3.24' });
    expect((await keep([{ pzn: permanent, price: 650 }])).body).toEqual({ status: 'OK', kept: 0 });
  });

  test("'bleibt' is taken back on its day, with the figures of before", async () => {
    const { rows } = (await owner.get(reviews())).body;
    const again = rows.map((row: { pzn: string }) => ({ ...row, price: row.pzn === permanent ? 650 : null }));
    const takeBack = () => owner.post(reviews(), { rows: again });
    await keep(again.map(({ pzn, price }: { pzn: string; price: number | null }) => ({ pzn, price })));
    expect((await takeBack()).body).toEqual({ status: 'OK', due: 2 });
    expect((await owner.get(reviews())).body.rows).toEqual(rows);
    expect((await takeBack()).body).toEqual({ status: 'OK', due: 0 });
    await keep([{ pzn: permanent, price: 650 }]);
    await save(edit(permanent, 6.6, true));
    expect((await takeBack()).body).toEqual({ status: 'OK', due: 0 });
    portal.clock.set(new Date(portal.clock.now().getTime() + 86_400_000).toISOString());
    await keep([{ pzn: excluded, price: null }]);
    portal.clock.set(new Date(portal.clock.now().getTime() + 86_400_000).toISOString());
    expect((await takeBack()).body).toEqual({ status: 'OK', due: 0 });
  });

  test('another price than was shown is refused by row, and nothing is kept', async () => {
    const before = await dates();
    const { status, body } = await keep([
      { pzn: excluded, price: null },
      { pzn: permanent, price: 640 },
      { pzn: own, price: 550 },
    ]);
    expect([status, body.pzns.sort()]).toEqual([422, [permanent, own].sort()]);
    expect(body.message).toContain(`PZN ${permanent}: Der Preis ist inzwischen ein anderer.`);
    expect(await dates()).toEqual(before);
  });

  test('a cancelled pharmacy has nothing due', async () => {
    await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { active: 3 } });
    expect(await due()).toEqual([]);
  });

  test('a part of an update never has it', async () => {
    const rows = [permanent, excluded, own, plain].map((pzn) => ({ pzn, truePrice: '5.05' }));
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows, {
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const path = `mdp/${pharmacy.path}/${id}/OTC`;
    const { version, listVersion } = (await owner.get(`/api/price/${path}`)).body;
    const sent = { pzns: [permanent, excluded, plain], version, listVersion };
    const { body } = await owner.put(`/api/price/approvepart/${path}`, sent);
    expect(body).toMatchObject({
      stays: {
        count: 2,
        rows: [
          { pzn: permanent, why: 'dueReview' },
          { pzn: excluded, why: 'dueReview' },
        ],
      },
    });
  });

  test('a mirror shows it and answers nothing; parting spreads the copied prices', async () => {
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const mirror = await seedPharmacy(portal.database, ++next, { parentApoId: pharmacy.apoId });
    expect((await sales.get(reviews(mirror))).body.rows).toHaveLength(2);
    const put = await sales.put(reviews(mirror), { rows: [{ pzn: permanent, price: 650 }] });
    expect([put.status, put.body.reason]).toEqual([403, 'mirror_read_only']);
    expect((await sales.put(`/api/pharmacy/pricereview/${mirror.path}`, { months: null })).status).toBe(403);
    await sales.delete(`/api/pharmacy/shadow/${pharmacy.apoId}/${mirror.apoId}`);
    const copied = await dates(mirror.apoId);
    const days = 183; // to the same day half a year later
    expect(copied[permanent]).toMatchObject({ since: today(), aep: '3.24' });
    const ahead = Date.parse(copied[permanent]?.due as string) - Date.parse(today());
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual((days + 1) * 86_400_000);
    expect(copied[plain]).toEqual(NONE);
  });
});

// Rule 19.6.
describe('only reminded', () => {
  const remind = async (product: object) =>
    owner.put(`/api/price/${pharmacy.path}`, { products: [{ ...edit(own, 5.5, true), ...product }] });

  test('a price stays, is due on its day without any period, and then has no date any more', async () => {
    expect((await remind({ remindOn: '2026-04-01' })).body).toEqual({ status: 'OK', changed: 1 });
    expect((await dates())[own]).toEqual({ due: '2026-04-01', since: '2026-03-12', aep: null });
    expect((await owner.get(reviews())).body.reminders).toEqual([{ pzn: own, day: '2026-04-01' }]);
    await save({ ...edit(own, 5, true), validTo: '2026-03-20' });
    expect((await owner.get(reviews())).body.reminders).toEqual([]);
    await save(edit(own, null));
    await remind({ remindOn: '2026-04-01' });
    portal.clock.set('2026-03-31T21:59:00Z');
    expect(await due()).toEqual([]);
    portal.clock.set('2026-03-31T22:00:00Z');
    expect(await due()).toEqual([own]);
    expect((await keep([{ pzn: own, price: 550 }])).status).toBe(200);
    expect(await due()).toEqual([]);
    expect((await dates())[own]?.due).toBeNull();
  });

  test('a price that is already permanent keeps its history; another price has the date of the period', async () => {
    await choose(6);
    expect((await remind({ pzn: permanent, priceEdit: 6.5, remindOn: '2026-05-01' })).body).toMatchObject({
      changed: 0,
    });
    expect((await dates())[permanent]).toMatchObject({ due: '2026-05-01', since: '2026-03-12' });
    await save(edit(permanent, 6.7, true));
    expect((await dates())[permanent]).toMatchObject({ due: '2026-09-12' });
  });

  test.each([
    [{ remindOn: '2026-03-12' }, 'Erinnert werden kann ab morgen.'],
    [{ remindOn: '2026-04-01', editedPermanent: false }, 'Erinnert wird an einen Dauerpreis ohne Ende.'],
    [{ remindOn: '2026-04-01', validTo: '2026-05-01' }, 'Erinnert wird an einen Dauerpreis ohne Ende.'],
  ])('%j is refused by row, and nothing is stored', async (product, message) => {
    const { status, body } = await remind(product);
    expect([status, body.issues]).toEqual([422, [{ path: own, message }]]);
    expect((await dates())[own]).toEqual(NONE);
  });
});
