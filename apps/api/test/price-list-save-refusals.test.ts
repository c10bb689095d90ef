import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PriceEditRow } from '@portal/contracts';
import { a, b, c, edit, excluded, openStage, unlisted, type Stage } from './support/save-stage.ts';
import { seedOpenUpdate, seedPharmacy, testPzn } from './support/seed.ts';

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
