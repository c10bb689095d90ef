import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { a, b, edit, openStage, unlisted, type Stage } from './support/save-stage.ts';
import { seedList, testPzn } from './support/seed.ts';

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
    expect((await save(owner, [edit(a, 8.88), edit(b, 5.55)], { version })).body).toEqual({ status: 'OK', changed: 2 });
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
