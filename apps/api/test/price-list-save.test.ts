import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { a, b, c, edit, excluded, openStage, own, permanent, unlisted, type Stage } from './support/save-stage.ts';
import { seedList, seedOpenUpdate, testPzn } from './support/seed.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 4.11, 4.13, 4.14, 4.15, 4.16, 4.18 and 13.6.
describe('a save', () => {
  test('stores own, permanent and excluded prices with history, log and price history', async () => {
    const { pharmacy, owner, save, item, history, changes } = stage;
    const response = await save(owner, [
      edit(a, 8.49),
      edit(b, 12.99, { editedPermanent: true }),
      edit(own, null),
      edit(permanent, 5, { editedIgnore: true }),
    ]);
    expect(response.body).toEqual({ status: 'OK', changed: 4 });
    expect(await item(a)).toEqual({ type: 2, manual: '8.49', calculated: '9.99' });
    expect(await item(b)).toEqual({ type: 3, manual: '12.99', calculated: '9.99' });
    expect(await item(own)).toEqual({ type: 0, manual: null, calculated: '9.99' });
    expect(await item(permanent)).toEqual({ type: 1, manual: null, calculated: '9.99' });

    const entries = await history();
    expect(entries).toMatchObject([
      {
        event: 'Preisliste gespeichert',
        productType: 'OTC',
        hasLog: true,
        userName: 'Anna Berger',
        actor: 'subject-Anna Berger',
      },
    ]);
    const log = await changes();
    expect(
      log.map((row) => [
        row.pzn,
        row.oldPrice?.toFixed(2) ?? null,
        row.newPrice?.toFixed(2) ?? null,
        row.oldType,
        row.newType,
      ]),
    ).toEqual(
      [
        [a, '9.99', '8.49', 0, 2],
        [b, '9.99', '12.99', 0, 3],
        [own, '8.00', '9.99', 2, 0],
        [permanent, '7.00', null, 3, 1],
      ].sort((x, y) => (String(x[0]) < String(y[0]) ? -1 : 1)),
    );
    expect(new Set(log.map((row) => row.historyId))).toEqual(new Set([entries[0]?.id]));

    const shown = await owner.get(`/api/price/pricehistory/${pharmacy.path}/${a}`);
    expect(shown.body).toEqual([
      {
        createdAt: '2026-03-10T09:00:00.000Z',
        event: 'Preisliste gespeichert',
        username: 'Anna Berger',
        avp: 12.5,
        priceNew: 8.49,
        negative: 2,
        priceOld: 9.99,
        negativeOld: 0,
      },
    ]);
    const dashboard = await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
    expect(dashboard.body.tpData[0]).toMatchObject({
      productGroup: 'OTC',
      count: 3,
      negative: 2,
      lastChange: '2026-03-10T09:00:00.000Z',
    });
  });

  test('that names several groups gives each its version and its history entry', async () => {
    const { portal, owner, save, history } = stage;
    await save(owner, [edit(a, 1), edit(c, 2)]);
    expect((await history()).map((entry) => entry.productType)).toEqual(['OTC', 'FREIWAHL']);
    const versions = await portal.database.prisma.listVersion.findMany({ orderBy: { productGroup: 'asc' } });
    expect(versions.map((row) => [row.productGroup, Number(row.version) > 1])).toEqual([
      ['FREIWAHL', true],
      ['OTC', true],
    ]);
  });

  test('repeated changes nothing twice', async () => {
    const { owner, save, everything } = stage;
    await save(owner, [edit(a, 8.49)], { version: 1 });
    const after = await everything();
    const again = await save(owner, [edit(a, 8.49)], { version: 1 });
    expect(again.body).toEqual({ status: 'OK', changed: 0 });
    expect(await everything()).toEqual(after);
  });

  test('of 1,200 articles is right each time, by turns with saves of one, while connections come to keep their plans', async () => {
    const { portal, pharmacy, owner, save, item } = stage;
    const pzns = Array.from({ length: 1_200 }, (_, at) => testPzn(100 + at));
    const [first, last] = [pzns[0] as string, pzns[1_199] as string];
    await seedList(
      portal.database,
      pharmacy,
      'HILFSMITTEL',
      pzns.map((pzn) => ({ pzn })),
    );
    // A plan is kept from the sixth time on.
    for (let euros = 1; euros <= 8; euros += 1) {
      const many = await save(
        owner,
        pzns.map((pzn) => edit(pzn, euros)),
      );
      expect(many.body).toEqual({ status: 'OK', changed: 1_200 });
      expect(await item(last)).toEqual({ type: 2, manual: `${euros}.00`, calculated: '9.99' });
      const one = await save(owner, [edit(first, euros + 0.5)]);
      expect(one.body).toEqual({ status: 'OK', changed: 1 });
      expect(await item(first)).toEqual({ type: 2, manual: `${euros}.50`, calculated: '9.99' });
    }
    const { rows } = await portal.database.pool.query(
      `SELECT count(*)::int AS changes, count(DISTINCT history_id)::int AS entries, sum(new_price - old_price)::text AS moved
         FROM price_change WHERE apo_id = $1 AND product_group = 'HILFSMITTEL'`,
      [pharmacy.apoId],
    );
    // 8 times 1,201, in 16 entries; 1,199 articles came from 9.99 to 8.00 and one to 8.50.
    expect(rows).toEqual([{ changes: 9_608, entries: 16, moved: '-2387.50' }]);
  });

  test('takes a product that is not listed as a new exclusion only', async () => {
    const { portal, owner, save, item, changes } = stage;
    await portal.database.prisma.product.create({ data: { pzn: unlisted, name: 'Neu', producer: 'Muster' } });
    expect((await save(owner, [edit(unlisted, null, { editedIgnore: true })])).status).toBe(422);
    expect((await save(owner, [edit(unlisted, 3, { productGroup: 'OTC' })])).status).toBe(422);
    expect((await save(owner, [edit(testPzn(99), null, { editedIgnore: true, productGroup: 'OTC' })])).status).toBe(
      422,
    );
    expect(await item(unlisted)).toBeNull();
    const response = await save(owner, [edit(unlisted, null, { editedIgnore: true, productGroup: 'OTC' })]);
    expect(response.body).toEqual({ status: 'OK', changed: 1 });
    expect(await item(unlisted)).toEqual({ type: 1, manual: null, calculated: null });
    expect(await changes()).toMatchObject([{ pzn: unlisted, oldType: null, newType: 1, newPrice: null }]);
  });

  test('refuses a new exclusion of another group and one in an open package', async () => {
    const { portal, pharmacy, owner, save } = stage;
    const { prisma } = portal.database;
    const [foreign, inPackage] = [testPzn(201), testPzn(202)];
    await prisma.product.create({
      data: { pzn: foreign, name: 'Anderes', producer: 'Muster', productGroup: 'FREIWAHL' },
    });
    await seedOpenUpdate(portal.database, pharmacy, 'QDP', 'OTC', [inPackage]);
    const exclude = (pzn: string) => save(owner, [edit(pzn, null, { editedIgnore: true, productGroup: 'OTC' })]);
    expect((await exclude(foreign)).body.issues).toEqual([
      { path: foreign, message: 'Der Artikel gehört zur Warengruppe FREIWAHL.' },
    ]);
    expect((await exclude(inPackage)).body.issues).toEqual([
      { path: inPackage, message: 'Der Artikel ist in Preisfreigabe und kann nicht bearbeitet werden.' },
    ]);
  });

  test('lifts an exclusion with a price; without one only staff may', async () => {
    const { owner, sales, save, item } = stage;
    expect((await save(owner, [edit(excluded, null)])).status).toBe(422);
    await save(owner, [edit(excluded, 6.5, { editedPermanent: true })]);
    expect(await item(excluded)).toMatchObject({ type: 3, manual: '6.50' });
    await save(owner, [edit(excluded, null, { editedIgnore: true })]);
    await save(sales, [edit(excluded, null)]);
    expect(await item(excluded)).toMatchObject({ type: 0, manual: null });
  });

  test('ignores all other fields that a client sends', async () => {
    const { owner, save, item } = stage;
    await save(owner, [{ ...edit(a, 8.49), negative: 3, priceNew: 0.01, apoId: 1, name: 'x' }]);
    expect(await item(a)).toEqual({ type: 2, manual: '8.49', calculated: '9.99' });
  });
});

test('price changes and history cannot be altered afterwards', async () => {
  const { portal, owner, save } = stage;
  await save(owner, [edit(a, 8.49)]);
  const { pool } = portal.database;
  for (const statement of [
    'UPDATE price_change SET new_price = 1',
    'DELETE FROM price_change',
    "UPDATE history_entry SET event = ''",
    'DELETE FROM history_entry',
    'TRUNCATE history_entry',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow('is append-only');
  }
});
