import { beforeEach, afterEach, describe, expect, test } from '@jest/globals';
import type { LabelRow } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const [ZINC, SALVE, DROPS, EXCLUDED] = [testPzn(1), testPzn(2), testPzn(3), testPzn(4)];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
beforeEach(async () => {
  portal = await startPortal('2026-03-10T09:05:00Z');
  pharmacy = await seedPharmacy(portal.database, 1, { name: 'Löwen-Apotheke' });
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: ZINC, name: 'Zink Tabletten', calculated: '12.50' },
    { pzn: SALVE, name: 'Ärztesalbe', calculated: '9.99', manual: '8.49', type: 2 },
    { pzn: EXCLUDED, name: 'Calcium', calculated: '7.00', type: 1 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: DROPS, name: 'Augentropfen', calculated: '5.00' }]);
  owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal?.close());

const path = (place = pharmacy) => `/api/price/labels/${place.apoId}/${place.token}`;
const state = async () => (await owner.get(path())).body;
const rows = async (): Promise<LabelRow[]> => (await owner.get(`${path()}/rows`)).body.rows;
const print = (labels: { pzn: string; price: number | null }[], who = owner, place = pharmacy) =>
  who.post(`${path(place)}/printed`, { labels });
/** A change of the list as its writer would leave it. */
const set = (sql: string) => portal.deps.database.pool.query(sql.replace('$P', String(pharmacy.apoId)));
const setPrice = (pzn: string, price: string) =>
  set(`UPDATE price_item SET manual_price = ${price}, price_type = 2 WHERE apo_id = $P AND pzn = '${pzn}'`);

// Rule 16.8.
describe('open labels (rule 16.10)', () => {
  test('there are none before the first print, whatever changes', async () => {
    await setPrice(ZINC, '11.00');
    expect(await state()).toEqual({ open: 0, toRemove: 0, latest: null });
    expect(await rows()).toEqual([]);
  });

  test('after it those whose price has changed, that are new, and those to be taken off', async () => {
    const { status, body } = await print([{ pzn: ZINC, price: 1250 }]);
    expect(status).toBe(200);
    expect(body).toEqual({
      open: 0,
      toRemove: 0,
      latest: {
        id: expect.any(Number),
        userName: 'Änne Großmann',
        printedAt: '2026-03-10T09:05:00.000Z',
        labels: 1,
        removed: 0,
        mayUndo: true,
      },
    });

    await setPrice(ZINC, '11.00');
    await set(`UPDATE price_item SET price_type = 0 WHERE apo_id = $P AND pzn = '${EXCLUDED}'`);
    await set(`UPDATE price_item SET price_type = 1, manual_price = NULL WHERE apo_id = $P AND pzn = '${SALVE}'`);
    await set(`DELETE FROM price_item WHERE apo_id = $P AND pzn = '${DROPS}'`);
    expect(await state()).toMatchObject({ open: 2, toRemove: 2 });
    const about = { content: null, producer: null };
    expect((await rows()).map((row) => ({ ...row, ...about }))).toEqual([
      { ...about, pzn: ZINC, productGroup: 'OTC', name: 'Zink Tabletten', effectivePrice: 1100, shelfPrice: 1250 },
      { ...about, pzn: SALVE, productGroup: 'OTC', name: 'Ärztesalbe', effectivePrice: null, shelfPrice: 849 },
      { ...about, pzn: DROPS, productGroup: 'FREIWAHL', name: 'Augentropfen', effectivePrice: null, shelfPrice: 500 },
      { ...about, pzn: EXCLUDED, productGroup: 'OTC', name: 'Calcium', effectivePrice: 700, shelfPrice: null },
    ]);
  });

  test('a price that changed again between reading and printing stays open', async () => {
    await print([{ pzn: ZINC, price: 1250 }]);
    await setPrice(ZINC, '11.00');
    expect((await print([{ pzn: ZINC, price: 1199 }])).body).toMatchObject({ open: 1 });
  });
});

describe('what was printed (rule 16.9)', () => {
  test('is kept, labels taken off too, and can be taken back once', async () => {
    await print([{ pzn: ZINC, price: 1250 }]);
    await setPrice(ZINC, '11.00');
    await set(`DELETE FROM price_item WHERE apo_id = $P AND pzn = '${DROPS}'`);
    const { body } = await print([
      { pzn: ZINC, price: 1100 },
      { pzn: DROPS, price: null },
      // neither on a list nor on the shelf
      { pzn: testPzn(99), price: 100 },
    ]);
    expect(body).toMatchObject({ open: 0, toRemove: 0, latest: { labels: 1, removed: 1 } });

    const undo = () => owner.delete(`${path()}/printed/${body.latest.id}`);
    expect((await undo()).body).toMatchObject({ open: 1, toRemove: 1, latest: { labels: 1, removed: 0 } });
    expect((await undo()).status).toBe(409);
  });

  test('goes back print by print, each label to what it said before that one', async () => {
    const latest = async () => (await state()).latest;
    const undo = async () => owner.delete(`${path()}/printed/${(await latest()).id}`);
    await print([{ pzn: ZINC, price: 1250 }]);
    // the second changes two labels, the third one of them again
    await print([
      { pzn: ZINC, price: 1100 },
      { pzn: SALVE, price: 800 },
    ]);
    await print([{ pzn: ZINC, price: 1000 }]);
    const shelf = async () => {
      const { rows: found } = await portal.deps.database.pool.query(
        'SELECT (price * 100)::int AS price FROM shelf_label WHERE apo_id = $1 AND pzn = ANY($2) ORDER BY pzn',
        [pharmacy.apoId, [ZINC, SALVE]],
      );
      return found.map(({ price }) => price);
    };
    expect(await shelf()).toEqual([1000, 800]);
    await undo();
    expect(await shelf()).toEqual([1100, 800]);
    await undo();
    expect(await shelf()).toEqual([1250, 849]);
    expect(await latest()).toMatchObject({ labels: 1, removed: 0 });
    await undo();
    expect(await latest()).toBeNull();
  });

  test('can be taken back as far as ten prints, and says so', async () => {
    for (let price = 1001; price <= 1011; price++) await print([{ pzn: ZINC, price }]);
    for (let back = 0; back < 10; back++) {
      const { latest } = await state();
      expect(latest.mayUndo).toBe(true);
      await owner.delete(`${path()}/printed/${latest.id}`).expect(200);
    }
    const { latest } = await state();
    expect(latest).toMatchObject({ labels: 1, mayUndo: false });
    await owner.delete(`${path()}/printed/${latest.id}`).expect(409);
  });

  test('counts once where it is said twice, at the same time too, and again once a minute has passed', async () => {
    const labels = [
      { pzn: ZINC, price: 1100 },
      { pzn: DROPS, price: null },
    ];
    const answers = await Promise.all(Array.from({ length: 4 }, () => print(labels)));
    expect(new Set(answers.map(({ body }) => body.latest.id)).size).toBe(1);
    // one undo is enough
    await owner.delete(`${path()}/printed/${answers[0]?.body.latest.id}`).expect(200);
    expect((await state()).latest).toBeNull();

    const first = (await print(labels)).body.latest.id;
    expect(
      (
        await print([
          { pzn: ZINC, price: 1101 },
          { pzn: DROPS, price: null },
        ])
      ).body.latest.id,
    ).not.toBe(first);
    const third = (await print(labels)).body.latest.id;
    portal.clock.set('2026-03-10T09:06:01Z');
    expect((await print(labels)).body.latest.id).not.toBe(third);
  });

  test('begins anew where the first print was taken back', async () => {
    const { body } = await print([{ pzn: ZINC, price: 1250 }]);
    await owner.delete(`${path()}/printed/${body.latest.id}`);
    await setPrice(SALVE, '8.00');
    expect(await state()).toEqual({ open: 0, toRemove: 0, latest: null });
    expect((await print([{ pzn: ZINC, price: 1250 }])).body).toMatchObject({ open: 0, toRemove: 0 });
  });

  test("of a mirror is its own shelf, at its main pharmacy's prices", async () => {
    const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
    const staff = await portal.as('Petra Hahn', ['solvena_sales']);
    await print([{ pzn: ZINC, price: 1250 }], staff, mirror);
    await setPrice(ZINC, '11.00');
    expect((await staff.get(path(mirror))).body).toMatchObject({ open: 1, toRemove: 0 });
    expect(await state()).toEqual({ open: 0, toRemove: 0, latest: null });
  });
});
