import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PriceEditRow } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { findConflicts } from '../src/modules/price-lists/find-conflicts.ts';
import type { StoredRow } from '../src/modules/price-lists/validate-edits.ts';
import { a, b, c, edit, excluded, openStage, own, permanent, type Stage, unlisted } from './support/save-stage.ts';
import { seedList, seedOpenUpdate, seedPharmacy, testPzn } from './support/seed.ts';

describe('a save', () => {
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
          lowest: { price: 9.99, day: '2026-03-10', isLower: false },
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
});

describe('conflicts', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  // Rule 4.12.
  describe('two people at once', () => {
    test("somebody else's newer change of a product is not overwritten: 409 names it and nothing is saved", async () => {
      const { pharmacy, owner, deputy, save, everything } = stage;
      await save(deputy, [edit(a, 7.77)], { version: 1 });
      const before = await everything();
      const response = await save(owner, [edit(a, 8.88), edit(b, 5.55)], { version: 1 });
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ reason: 'changed_by_somebody_else', pzns: [a] });
      expect(response.body.message).toMatch(new RegExp(`^Ein Artikel wurde inzwischen von jemand anderem .*${a}`));
      expect(await everything()).toEqual(before);
      const { version } = (await owner.get(`/api/price/${pharmacy.path}/OTC`)).body;
      expect((await save(owner, [edit(a, 8.88), edit(b, 5.55)], { versions: { OTC: version } })).status).toBe(200);
    });

    test('a save that leaves that product alone goes through, and so does one with the very same value', async () => {
      const { owner, deputy, save } = stage;
      await save(deputy, [edit(a, 7.77)], { version: 1 });
      expect((await save(owner, [edit(b, 5.55)], { version: 1 })).status).toBe(200);
      expect((await save(owner, [edit(a, 7.77)], { version: 1 })).body).toEqual({ status: 'OK', changed: 0 });
    });

    test("the same person's change in another tab is a conflict too; the version read again goes through", async () => {
      const { pharmacy, owner, save, everything } = stage;
      await save(owner, [edit(a, 7.77)], { version: 1 });
      const before = await everything();
      const late = await save(owner, [edit(a, 8.88), edit(b, 5.55)], { version: 1 });
      expect([late.status, late.body.reason, late.body.pzns]).toEqual([409, 'changed_by_somebody_else', [a]]);
      expect(late.body.message).toMatch(
        /^Einen Artikel haben Sie inzwischen selbst geändert \(in einem anderen Fenster, oder/,
      );
      expect(await everything()).toEqual(before);
      const { version } = (await owner.get(`/api/price/${pharmacy.path}/OTC`)).body;
      expect((await save(owner, [edit(a, 8.88), edit(b, 5.55)], { version })).body).toEqual({
        status: 'OK',
        changed: 2,
      });
    });

    test('a product whose change was taken back is a conflict too: it is not the row that was loaded', async () => {
      const { owner, save } = stage;
      await save(owner, [edit(a, 7.77)], { version: 1 });
      expect((await save(owner, [edit(a, null)])).status).toBe(200);
      expect((await save(owner, [edit(a, 8.88)], { version: 1 })).status).toBe(409);
    });

    test('the same new exclusion from two tabs is no conflict, its being lifted in the other is', async () => {
      const { portal, owner, save } = stage;
      await portal.database.prisma.product.create({ data: { pzn: unlisted, name: 'Neu', producer: 'Muster' } });
      const exclusion = edit(unlisted, null, { editedIgnore: true, productGroup: 'OTC' });
      expect((await save(owner, [exclusion], { version: 1 })).body).toEqual({ status: 'OK', changed: 1 });
      expect((await save(owner, [exclusion], { version: 1 })).body).toEqual({ status: 'OK', changed: 0 });
      expect((await save(owner, [edit(unlisted, 3.33)])).status).toBe(200);
      expect((await save(owner, [exclusion], { version: 1 })).status).toBe(409);
    });

    test('without a version the last writer wins', async () => {
      const { owner, deputy, save } = stage;
      await save(owner, [edit(a, 7.77)], { version: 1 });
      expect((await save(deputy, [edit(a, 9.11)])).status).toBe(200);
    });

    test('of two saves sent together exactly one wins the product', async () => {
      const { owner, deputy, save, item, history, changes } = stage;
      const answers = await Promise.all([
        save(owner, [edit(a, 1.11)], { version: 1 }),
        save(deputy, [edit(a, 2.22)], { version: 1 }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      expect(await changes()).toHaveLength(1);
      expect(await history()).toHaveLength(1);
      const winner = answers[0]?.status === 200 ? '1.11' : '2.22';
      expect((await item(a))?.manual).toBe(winner);
    });

    test('twenty saves of different products together all arrive, each with its own version', async () => {
      const { portal, pharmacy, owner, deputy, save, changes } = stage;
      const products = Array.from({ length: 20 }, (_, n) => testPzn(200 + n));
      await portal.database.prisma.listVersion.delete({
        where: { apoId_productGroup: { apoId: pharmacy.apoId, productGroup: 'OTC' } },
      });
      await seedList(
        portal.database,
        pharmacy,
        'OTC',
        products.map((pzn) => ({ pzn })),
      );
      const answers = await Promise.all(
        products.map((pzn, n) => save(n % 2 ? owner : deputy, [edit(pzn, 1 + n)], { version: 1 })),
      );
      expect(answers.map((answer) => answer.status)).toEqual(products.map(() => 200));
      const log = await changes();
      expect(new Set(log.map((row) => Number(row.listVersion))).size).toBe(products.length);
    });
  });
});

describe('what is newer', () => {
  const row = (pzn: string, changedVersion: number, productGroup: ProductGroup = 'OTC') =>
    [
      pzn,
      {
        pzn,
        productGroup,
        beneath: { priceType: 0, calculatedPrice: 100, ownPrice: null },
        period: null,
        changedVersion,
      } as StoredRow,
    ] as const;
  const listed = new Map([row('03', 7), row('01', 6), row('02', 5), row('04', 9, 'FREIWAHL')]);
  const all = ['03', '01', '02', '04', '09'];

  test('conflicts are the rows that changed after the loaded version of their list, by PZN (rule 4.12)', () => {
    expect(findConflicts(all, listed, () => 5)).toEqual(['01', '03', '04']);
    expect(findConflicts(all, listed, () => 6)).toEqual(['03', '04']);
  });

  test('a list of which no version is named has none; 09 is new to the list', () => {
    expect(findConflicts(all, listed, (group) => (group === 'OTC' ? 5 : undefined))).toEqual(['01', '03']);
    expect(findConflicts(all, listed, () => undefined)).toEqual([]);
  });
});

describe('refusals', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  // Rules 4.6 and 4.11.
  describe('a save is refused whole, naming each row, when', () => {
    test.each<[string, object[], string]>([
      ['a price is 0', [edit(a, 0)], 'Der Preis muss größer als 0 sein.'],
      ['a price is negative', [edit(a, -1)], 'Der Preis muss größer als 0 sein.'],
      ['a price is over 99.999,99', [edit(a, 100_000)], 'Der Preis darf höchstens 99.999,99 € betragen.'],
      ['a price has three decimals', [edit(a, 1.005)], 'Der Preis hat mehr als zwei Nachkommastellen.'],
      [
        'permanent comes with exclusion',
        [edit(a, 1, { editedPermanent: true, editedIgnore: true })],
        'Dauerpreis und Ausschluss schließen sich aus.',
      ],
      ['permanent has no price', [edit(a, null, { editedPermanent: true })], 'Ein Dauerpreis braucht einen Preis.'],
      [
        'an exclusion is lifted without a price',
        [edit(excluded, null)],
        'Ein Ausschluss kann nur mit einem neuen Preis aufgehoben werden.',
      ],
      ['a product is not on the list', [edit(testPzn(99), 1)], 'Der Artikel steht nicht auf der Preisliste.'],
      ['a product is named twice', [edit(a, 1), edit(a, 2)], 'Der Artikel ist in der Anfrage mehrfach enthalten.'],
      [
        'the named group is another',
        [edit(a, 1, { productGroup: 'FREIWAHL' })],
        'Der Artikel gehört zur Warengruppe OTC.',
      ],
    ])('%s', async (_, products, message) => {
      const { owner, save, everything } = stage;
      const before = await everything();
      const response = await save(owner, [edit(b, 5.55), ...products]);
      expect(response.status).toBe(422);
      const faulty = products[products.length - 1] as PriceEditRow;
      expect(response.body.reason).toBe('invalid_rows');
      expect(response.body.issues).toContainEqual({ path: faulty.pzn, message });
      expect(response.body.message).toContain(faulty.pzn);
      expect(await everything()).toEqual(before);
    });

    test('a product is part of an open update', async () => {
      const { portal, pharmacy, owner, save, everything } = stage;
      await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
      const before = await everything();
      const response = await save(owner, [edit(b, 5), edit(a, 5)]);
      expect(response.status).toBe(422);
      expect(response.body.issues).toEqual([
        { path: a, message: 'Der Artikel ist in Preisfreigabe und kann nicht bearbeitet werden.' },
      ]);
      expect(await everything()).toEqual(before);
    });

    test('a calculation of the group awaits approval', async () => {
      const { portal, pharmacy, owner, sales, save } = stage;
      await seedOpenUpdate(portal.database, pharmacy, 'LZD', 'OTC', [b], { readyForApproval: false });
      const response = await save(sales, [edit(a, 5)]);
      expect(response.status).toBe(409);
      expect(response.body.message).toBe(
        'Sie können die Preisliste erst wieder bearbeiten, wenn die Erst- bzw. Neuberechnung freigegeben wurde.',
      );
      expect((await save(owner, [edit(c, 5)])).status).toBe(200);
    });

    test('it comes for a mirror, even from staff', async () => {
      const { portal, pharmacy, sales } = stage;
      const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
      const response = await sales.put(`/api/price/${mirror.path}`, { products: [edit(a, 5)] });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        reason: 'mirror_read_only',
        message: 'Preise können nur in der Hauptapotheke bearbeitet werden.',
      });
    });
  });

  describe('a listed product always has a price or is an exclusion (rule 3.6)', () => {
    const message =
      'Für den Artikel gibt es keinen berechneten Preis. Er braucht einen eigenen Preis oder einen Ausschluss.';
    const staff = () => stage.portal.as('Tobias Sommer', ['solvena_sales']);

    test.each(['own', 'permanent'])('new exclusion, %s price, cleared: 422, staff included', async (kind) => {
      const { portal, owner, save, everything } = stage;
      await portal.database.prisma.product.create({ data: { pzn: unlisted, name: 'Neu', producer: 'Muster' } });
      const steps = [
        edit(unlisted, null, { editedIgnore: true, productGroup: 'OTC' }),
        edit(unlisted, 5, { editedPermanent: kind === 'permanent' }),
      ];
      for (const step of steps) expect((await save(owner, [step])).status).toBe(200);
      const before = await everything();
      for (const person of [owner, await staff()]) {
        const cleared = await save(person, [edit(unlisted, null), edit(a, 1.11)]);
        expect([cleared.status, cleared.body.pzns, cleared.body.issues]).toEqual([
          422,
          [unlisted],
          [{ path: unlisted, message }],
        ]);
        expect(await everything()).toEqual(before);
      }
      // Back to an exclusion it may go.
      expect((await save(owner, [edit(unlisted, null, { editedIgnore: true })])).status).toBe(200);
    });

    test('an exclusion that never had a calculated price is not lifted without one, by staff either', async () => {
      const { portal, owner, save } = stage;
      await portal.database.prisma.product.create({ data: { pzn: unlisted, name: 'Neu', producer: 'Muster' } });
      await save(owner, [edit(unlisted, null, { editedIgnore: true, productGroup: 'OTC' })]);
      const lifted = await save(await staff(), [edit(unlisted, null)]);
      expect([lifted.status, lifted.body.issues]).toEqual([422, [{ path: unlisted, message }]]);
    });

    test('the table itself refuses a row without any price', async () => {
      const { portal, pharmacy } = stage;
      const bare = portal.database.pool.query(
        `INSERT INTO price_item (apo_id, pzn, product_group, price_type, changed_at) SELECT apo_id, $2, 'OTC', 0, now()
         FROM pharmacy WHERE apo_id = $1`,
        [pharmacy.apoId, a],
      );
      // On several servers the constraint of a partition ends in a number (ADR 65).
      await expect(bare).rejects.toThrow('price_item_has_price');
    });
  });
});

describe('what is taken over', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  describe('a save that is taken over from another pharmacy (rule 3.37)', () => {
    test('says so in the history, and can be taken back like any other', async () => {
      const { portal, pharmacy, save, history } = stage;
      const first = await seedPharmacy(portal.database, 2, { name: 'Rosen-Apotheke', city: 'Köln' });
      const owner = await portal.as('Anna Berger', [
        `TP_admin_${pharmacy.crmCompanyId}`,
        `TP_user_${first.crmCompanyId}`,
      ]);
      const answer = await save(owner, [edit(a, 8.49)], { takenFrom: first.crmCompanyId });
      expect(answer.body).toEqual({ status: 'OK', changed: 1 });
      expect((await history()).map(({ event }) => event)).toEqual([
        'Preisliste gespeichert, übernommen aus Rosen-Apotheke, Köln',
      ]);
      const shown = await owner.get(`/api/pharmacy/ownhistory/${pharmacy.path}`);
      expect(shown.body.entries[0]).toMatchObject({ changed: 1, mayUndo: true });
    });

    test('is refused when it names a pharmacy of others, or none at all', async () => {
      const { portal, owner, sales, save, everything } = stage;
      const foreign = await seedPharmacy(portal.database, 2);
      const before = await everything();
      expect((await save(owner, [edit(a, 8.49)], { takenFrom: foreign.crmCompanyId })).status).toBe(403);
      expect((await save(owner, [edit(a, 8.49)], { takenFrom: 999_999 })).status).toBe(403);
      expect((await save(sales, [edit(a, 8.49)], { takenFrom: 999_999 })).status).toBe(403);
      expect(await everything()).toEqual(before);
    });
  });
});
