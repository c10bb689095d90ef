import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { calculated, edit, fresh, openStage, own, permanent, row, type Stage } from './approval-stage.ts';
import { seedUpdate } from './support.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 6.11 and 6.12.
describe('a draft', () => {
  test('is stored, found again, and deleted when a row is back at its original; repeating it writes no history', async () => {
    const { portal, pharmacy, owner, at, save, events } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: permanent }]);
    const first = await save(owner, 'mdp', id, [edit(calculated, 5.5), edit(permanent, null, true)]);
    expect(first.body).toEqual({ status: 'OK', version: expect.any(Number), saved: 1 });
    expect(first.body.version).toBeGreaterThan(1);
    expect((await save(owner, 'mdp', id, [edit(calculated, 5.5)])).body).toEqual({
      status: 'OK',
      version: first.body.version,
      saved: 0,
    });
    const read = async () => (await owner.get(at('mdp', id))).body;
    expect((await read()).products).toMatchObject([
      {
        pzn: calculated,
        editedPrice: 5.5,
        editedPermanent: false,
        editedIgnore: false,
        editedNegative: 2,
        negative: 0,
      },
      { pzn: permanent, editedPrice: null, editedPermanent: null, negative: 3, priceEdit: 7 },
    ]);
    const second = (await save(owner, 'mdp', id, [edit(calculated, null)])).body;
    expect(second).toMatchObject({ version: expect.any(Number), saved: 1 });
    expect(second.version).toBeGreaterThan(first.body.version);
    expect((await read()).products[0]).toMatchObject({
      editedPrice: null,
      editedPermanent: null,
      editedNegative: null,
    });
    expect(await events()).toEqual(Array(2).fill('Monatsupdate zwischengespeichert / Anna Berger / false'));
  });

  test('of an LZD carries sort order and filter', async () => {
    const { portal, pharmacy, owner, at, save } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
    await save(owner, 'lzd', id, [], { sortOrderSetting: 'name:desc', filterSetting: 'checkReason:Neuer Artikel' });
    expect((await owner.get(at('lzd', id))).body).toMatchObject({
      sortOrderSetting: 'name:desc',
      filterSetting: 'checkReason:Neuer Artikel',
    });
    await save(owner, 'lzd', id, [edit(fresh, 4)]);
    expect((await owner.get(at('lzd', id))).body).toMatchObject({ sortOrderSetting: 'name:desc' });
  });

  test("somebody else's newer draft of the same row answers 409, of another row only an approval", async () => {
    const { portal, pharmacy, owner, deputy, approve, save, list } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: own }]);
    await save(deputy, 'mdp', id, [edit(calculated, 5.5)], { version: 1 });
    const conflict = await save(owner, 'mdp', id, [edit(calculated, 6.5)], { version: 1 });
    expect([conflict.status, conflict.body.pzns, conflict.body.issues]).toEqual([
      409,
      [calculated],
      [{ path: calculated, message: 'Jonas Klein: 5,50 €' }],
    ]);
    const saved = await save(owner, 'mdp', id, [edit(own, 6.5)], { version: 1 });
    expect(saved.status).toBe(200);
    const unseen = await approve(owner, 'mdp', id, [edit(own, 6.5)], { version: 1 });
    expect([unseen.status, unseen.body.reason, unseen.body.pzns]).toEqual([
      409,
      'changed_by_somebody_else',
      [calculated],
    ]);
    expect((await approve(owner, 'mdp', id, [edit(own, 6.5)], { version: saved.body.version })).status).toBe(200);
    expect(await list()).toMatchObject({ [calculated]: row(2, '8.49', '5.50'), [own]: row(2, '8.49', '6.50') });
  });

  test('untouched rows of an LZD never lift what another package has made of them meanwhile (rule 6.16)', async () => {
    const { portal, pharmacy, owner, at, approve, list } = stage;
    const lzd = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: calculated }, { pzn: own }]);
    const { listVersion, version } = (await owner.get(at('lzd', lzd))).body;
    const mdp = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }, { pzn: own }]);
    await approve(owner, 'mdp', mdp, [edit(calculated, null, false, true), edit(own, 3, true)]);
    const sent = [edit(calculated, null), edit(own, null)];
    expect((await approve(owner, 'lzd', lzd, sent, { listVersion, version })).status).toBe(200);
    expect(await list()).toMatchObject({ [calculated]: row(1, '8.49'), [own]: row(3, '8.49', '3.00') });
  });
});
