import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  calculated,
  edit,
  excluded,
  fresh,
  gone,
  openStage,
  other,
  own,
  permanent,
  row,
  type Stage,
} from './approval-stage.ts';
import { readList, seedUpdate } from './support.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

// Rules 3.5, 6.5, 6.6, 6.18 and 6.24.
describe('approving', () => {
  test('an MDP takes the new prices, ends own prices, keeps exclusions and permanent prices (rule 6.14)', async () => {
    const { portal, pharmacy, owner, at, approve, list, events } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
      { pzn: calculated, truePrice: '8.49', avp: '13.00' },
      { pzn: excluded },
      { pzn: own },
      { pzn: permanent },
    ]);
    const answer = await approve(owner, 'mdp', id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: 'OK', loaded: 4, changed: 2, leftOut: 0, left: 0, contractActivated: false },
    ]);
    expect(await list()).toEqual({
      [calculated]: row(0, '8.49'),
      [excluded]: row(1, '8.49'),
      [own]: row(0, '8.49'),
      [permanent]: row(3, '8.49', '7.00'),
      [gone]: row(0, '9.99'),
    });
    expect(await events()).toEqual(['Monatsupdate freigegeben / Anna Berger / true']);
    const item = await portal.database.prisma.priceItem.findFirstOrThrow({ where: { pzn: calculated } });
    expect([item.avp?.toFixed(2), item.priceOld?.toFixed(2), item.changedAt]).toEqual([
      '13.00',
      '9.99',
      portal.clock.now(),
    ]);
    const changes = await portal.database.prisma.priceChange.findMany({ orderBy: { pzn: 'asc' } });
    expect(changes.map(({ pzn, oldPrice, newPrice }) => [pzn, oldPrice?.toFixed(2), newPrice?.toFixed(2)])).toEqual(
      [
        [calculated, '9.99', '8.49'],
        [own, '8.00', '8.49'],
      ].sort(),
    );
    const read = (await owner.get(at('mdp', id))).body;
    expect(read).toMatchObject({ approvalStatus: 1, approver: 'Anna Berger', mayReopen: false, mayDelete: false });
  });

  test('edits make own and permanent prices and exclusions; an exclusion wins over a price (rule 6.16)', async () => {
    const { portal, pharmacy, owner, approve, list } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [
      { pzn: calculated },
      { pzn: excluded },
      { pzn: own },
      { pzn: permanent },
    ]);
    const answer = await approve(owner, 'mdp', id, [
      edit(calculated, 5.01),
      edit(excluded, 6.02, true),
      edit(own, 7.03, false, true),
      edit(permanent, null),
    ]);
    expect([answer.status, answer.body.changed]).toEqual([200, 4]);
    expect(await list()).toMatchObject({
      [calculated]: row(2, '8.49', '5.01'),
      [excluded]: row(3, '8.49', '6.02'),
      [own]: row(1, '8.49'),
      [permanent]: row(0, '8.49'),
    });
  });

  test('a QDP adds products and keeps own prices; stored drafts count', async () => {
    const { portal, pharmacy, owner, approve, list } = stage;
    const id = await seedUpdate(portal.database, pharmacy, 'QDP', [
      { pzn: fresh, truePrice: '3.33' },
      { pzn: own },
      { pzn: calculated, draft: { price: '4.44' } },
      { pzn: other },
      { pzn: gone, inactive: true },
    ]);
    const answer = await approve(owner, 'qdp', id);
    expect(answer.body).toEqual({ status: 'OK', loaded: 3, changed: 2, leftOut: 2, left: 0, contractActivated: false });
    expect(await list()).toEqual({
      [calculated]: row(2, '8.49', '4.44'),
      [excluded]: row(1, '9.99'),
      [own]: row(2, '8.49', '8.00'),
      [permanent]: row(3, '9.99', '7.00'),
      [gone]: row(0, '9.99'),
      [fresh]: row(0, '3.33'),
    });
    expect(Object.keys(await readList(portal.database, pharmacy.apoId, 'FREIWAHL'))).toEqual([other]);
  });

  test('an LZD with choice 0 replaces the list and drops every mark; with choice 1 it updates and keeps them', async () => {
    const { portal, pharmacy, owner, approve, list, events } = stage;
    const rows = [{ pzn: calculated }, { pzn: excluded }, { pzn: own }, { pzn: permanent }, { pzn: fresh }];
    const first = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 1 });
    expect(
      (
        await approve(
          owner,
          'lzd',
          first,
          rows.map(({ pzn }) => ({ pzn, editedPrice: null })),
        )
      ).status,
    ).toBe(200);
    expect(await list()).toEqual({
      [calculated]: row(0, '8.49'),
      [excluded]: row(1, '8.49'),
      [own]: row(2, '8.49', '8.00'),
      [permanent]: row(3, '8.49', '7.00'),
      [gone]: row(0, '9.99'),
      [fresh]: row(0, '8.49'),
    });
    const second = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
    expect((await approve(owner, 'lzd', second, [edit(own, 2.5)])).status).toBe(200);
    expect(await list()).toEqual({
      [calculated]: row(0, '8.49'),
      [excluded]: row(0, '8.49'),
      [own]: row(2, '8.49', '2.50'),
      [permanent]: row(0, '8.49'),
      [fresh]: row(0, '8.49'),
    });
    expect(await events()).toEqual([
      'Neuberechnung freigegeben / Anna Berger / true',
      // It resets a list that exists: a new calculation, not the first one.
      'Neuberechnung freigegeben / Anna Berger / true',
    ]);
  });

  test('the first LZD activates the contract, later ones do not again (rule 6.20)', async () => {
    const { portal, pharmacy, owner, at, approve, events } = stage;
    const ordered = { active: 0, contractStatus: 0 };
    await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: ordered });
    const first = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
    expect((await owner.get(at('lzd', first))).body.pharmacy).toMatchObject({ contractStatus: 0, active: 0 });
    expect((await approve(owner, 'lzd', first)).body.contractActivated).toBe(true);
    expect((await owner.get(at('lzd', first))).body.pharmacy).toMatchObject({ contractStatus: 1, active: 1 });
    const second = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
    expect((await approve(owner, 'lzd', second)).body.contractActivated).toBe(false);
    expect(await events()).toEqual([
      'Neuberechnung freigegeben / Anna Berger / true',
      'Vertrag aktiviert / Anna Berger / false',
      'Neuberechnung freigegeben (keine Preisänderung) / Anna Berger / false',
    ]);
  });

  test('frees the list and its blocked products', async () => {
    const { portal, pharmacy, owner, approve } = stage;
    const mdp = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated }]);
    const lzd = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: fresh }]);
    const read = async () => (await owner.get(`/api/price/${pharmacy.path}/OTC`)).body;
    expect(await read()).toMatchObject({ blockEdit: true, blockedProducts: [{ pzn: calculated }] });
    await approve(owner, 'lzd', lzd);
    expect(await read()).toMatchObject({ blockEdit: false, blockedProducts: [{ pzn: calculated }] });
    await approve(owner, 'mdp', mdp);
    expect(await read()).toMatchObject({ blockEdit: false, blockedProducts: [] });
  });
});

test('an approval that changes no price says so', async () => {
  const { portal, pharmacy, owner, approve, events } = stage;
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: calculated, truePrice: '9.99' }]);
  expect((await approve(owner, 'mdp', id)).body).toMatchObject({ loaded: 1, changed: 0, leftOut: 0 });
  expect(await events()).toEqual(['Monatsupdate freigegeben (keine Preisänderung) / Anna Berger / false']);
});
