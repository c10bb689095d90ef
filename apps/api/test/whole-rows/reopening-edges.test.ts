import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { upload } from '../intake/support.ts';
import { testPzn } from '../support/seed.ts';
import { changesOf, ok, openStage, type Stage } from './support.ts';

// What a reopening refuses, which deadline it sets, and how packages end, by rules 6.1, 6.21, 7.2 and 7.3.

const [listed, other] = [testPzn(1), testPzn(2)];
const APO = 500_001;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', { [listed]: {}, [other]: {} });
});
afterEach(() => stage.close());

const path = (kind: string, id: number) => `/api/price/approve/${kind}/${stage.pharmacy.path}/${id}/OTC`;
const approve = (kind: string, id: number) => ok(stage.owner.put(path(kind, id), { products: [] }));
const reopen = (kind: string, id: number) => stage.sales.delete(path(kind, id));

describe('a reopening', () => {
  test('of an open package says that it is open, of a deleted one what became of it; nothing changes', async () => {
    const id = await stage.update('MDP', { [listed]: {} });
    const refused = async (message: string) => {
      const changes = await changesOf(stage, async () => {
        const { status, body } = await reopen('mdp', id);
        expect([status, body.message]).toEqual([409, message]);
      });
      expect(changes).toEqual({});
    };
    await refused('Das Update ist bereits wieder zum Bearbeiten geöffnet.');
    await ok(stage.sales.delete(`/api/price/mdp/${id}/${APO}/${stage.pharmacy.token}`));
    await refused('Das Update wurde am 10.03.2026 10:00 geschlossen (gelöscht von Tobias Sommer).');
  });

  test.each([
    // Each kind by its own flag: the fifth day is over with Tuesday, 17 March; the next 22nd and 23rd begin in Berlin.
    ['mdp', { flag: 0, qdp_flag: 1 }, '2026-03-17T23:00:00.000Z', 'approve'],
    ['qdp', { flag: 0, qdp_flag: 1 }, '2026-03-21T23:00:00.000Z', 'approve'],
    ['mdp', { flag: 2, qdp_flag: 0 }, null, null],
    ['qdp', { flag: 2, qdp_flag: 0 }, '2026-03-22T23:00:00.000Z', 'delete'],
  ])('of an %s under flags %j waits until %s', async (kind, { flag, qdp_flag }, at, action) => {
    await stage.portal.database.pool.query('UPDATE list_version SET flag = $2, qdp_flag = $3 WHERE apo_id = $1', [
      APO,
      flag,
      qdp_flag,
    ]);
    const id = await stage.update(kind.toUpperCase(), { [listed]: {} });
    await approve(kind, id);
    stage.portal.clock.set('2026-03-12T10:00:00.000Z');
    await ok(reopen(kind, id));
    const one = await stage.portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
    expect([one.autoActionAt?.toISOString() ?? null, one.autoAction]).toEqual([at, action]);
  });

  test('of an approval that changed no price has no log either', async () => {
    const id = await stage.update('MDP', { [listed]: { true_price: '9.99' } });
    await approve('mdp', id);
    const changes = await changesOf(stage, () => ok(reopen('mdp', id)));
    expect(changes.history_entry).toMatchObject({ 1: { event: 'Freigabe zurückgenommen', has_log: false } });
    expect([changes.price_change, changes.price_item]).toEqual([undefined, undefined]);
  });

  test('is offered to staff alone, as is deleting', async () => {
    const id = await stage.update('MDP', { [listed]: {} });
    const abilities = async (client = stage.owner) => {
      const { body } = await client.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
      return [body.mayReopen, body.mayDelete];
    };
    expect([await abilities(), await abilities(stage.sales)]).toEqual([
      [false, false],
      [false, true],
    ]);
    await approve('mdp', id);
    expect([await abilities(), await abilities(stage.sales)]).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test('of a package whose former rows are not known is refused', async () => {
    const id = await stage.update(
      'MDP',
      { [listed]: {} },
      { status: 1, approver: 'Anna Berger', approved_at: '2026-03-09T09:00:00Z' },
    );
    expect((await reopen('mdp', id)).status).toBe(409);
    const { body } = await stage.sales.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
    expect([body.mayReopen, body.mayDelete]).toEqual([false, false]);
    await stage.portal.database.pool.query('DELETE FROM price_update_item WHERE update_id = $1', [id]);
    await stage.portal.database.pool.query('DELETE FROM price_update WHERE id = $1', [id]);
  });
});

test('a newer delivery replaces an open package: its task is closed as replaced, its deadline goes', async () => {
  const id = await stage.update(
    'MDP',
    { [listed]: {} },
    { auto_action_at: '2026-03-14T23:00:00Z', auto_action: 'approve' },
  );
  const engine = await stage.portal.as('Pricing Engine', ['pricing_engine']);
  const file = { name: 'mdp.csv', content: `PZN;TruePrice neu\r\n${listed};7,49\r\n` };
  let next = 0;
  const changes = await changesOf(stage, async () => {
    const { body } = await upload(stage.portal, engine, `/api/intake/mdp/${stage.pharmacy.crmCompanyId}/OTC`, file);
    next = body.id as number;
  });
  expect(changes.price_update?.[id]).toMatchObject({
    status: -1,
    closed_how: 'replaced',
    closed_reason: `ersetzt durch ${next}`,
    auto_action_at: null,
    auto_action: null,
  });
  expect(changes.outbox).toMatchObject({
    1: { payload: { outcome: 'replaced', task: { kind: 'MDP', importId: id } } },
  });
});
