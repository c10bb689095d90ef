import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testPzn } from '../support/seed.ts';
import type { Row } from './changes.ts';
import { changesOf, NOW, ok, openStage, type Stage } from './support.ts';

// What an approval and a draft must leave alone, and what they say when they are refused; by rules 6.11, 6.12, 6.16 and 6.20.

const [listed, other, unlisted] = [testPzn(1), testPzn(2), testPzn(3)];
const APO = 500_001;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', { [listed]: {}, [other]: {} });
});
afterEach(() => stage.close());

const draft = (pzn: string, editedPrice: number | null, editedPermanent = false, editedIgnore = false) => ({
  pzn,
  editedPrice,
  editedPermanent,
  editedIgnore,
});
const send = (step: string, kind: string, id: number, body: Row, client = stage.owner) =>
  client.put(`/api/price/${step}/${kind}/${stage.pharmacy.path}/${id}/OTC`, { products: [], ...body });
const unchanged = async (call: () => Promise<unknown>) => expect(await changesOf(stage, call)).toEqual({});

describe('an approval', () => {
  test.each(['mdp', 'qdp'])('of an %s leaves the contract as it is', async (kind) => {
    await stage.portal.database.pool.query('UPDATE pharmacy SET contract_status = 0, active = 0 WHERE apo_id = $1', [
      APO,
    ]);
    const id = await stage.update(kind.toUpperCase(), { [listed]: {} });
    let answer: Row = {};
    const changes = await changesOf(stage, async () => {
      answer = await ok(send('approve', kind, id, {}));
    });
    expect(answer).toMatchObject({ changed: 1, leftOut: 0, contractActivated: false });
    expect(changes).not.toHaveProperty('pharmacy');
    expect(Object.keys(changes.history_entry ?? {})).toHaveLength(1);
  });

  test('counts what a reset takes off the list among the changes', async () => {
    const id = await stage.update('LZD', { [listed]: { true_price: '9.99' } }, { reset_choice: 0 });
    // The one row stays as it is, the other product leaves.
    expect(await ok(send('approve', 'lzd', id, {}))).toMatchObject({ changed: 1, leftOut: 0 });
  });

  test('tells which rows are left out', async () => {
    const id = await stage.update('MDP', { [listed]: {}, [unlisted]: {}, [other]: { inactive: true } });
    expect(await ok(send('approve', 'mdp', id, {}))).toMatchObject({ changed: 1, leftOut: 2 });
  });

  test('of a draft that the rules refuse by now names its row and changes nothing', async () => {
    // Permanent without a price, of a row that is permanent no more.
    const edited = { edited_permanent: true, edited_ignore: false, edited_version: 1 };
    const id = await stage.update('MDP', { [listed]: edited, [other]: {} });
    await unchanged(async () => {
      const { status, body } = await send('approve', 'mdp', id, {});
      expect([status, body.pzns]).toEqual([422, [listed]]);
      expect(body.issues).toEqual([{ path: listed, message: 'Ein Dauerpreis braucht einen Preis.' }]);
    });
  });
});

describe('a package that is approved already', () => {
  test.each(['save', 'approve'])('answers 409 to %s, before its rows are looked at', async (step) => {
    const id = await stage.update('MDP', { [listed]: {} });
    await ok(send('approve', 'mdp', id, {}));
    await unchanged(async () => {
      const good = await send(step, 'mdp', id, { products: [draft(listed, 5)] });
      expect([good.status, good.body.message]).toEqual([409, expect.stringContaining('Anna Berger')]);
      expect((await send(step, 'mdp', id, { products: [draft(listed, -1)] })).status).toBe(409);
    });
  });
});

describe('the view of an LZD', () => {
  const saved = (id: number, more: Row) => ({
    price_update: { [id]: { updated_at: NOW, version: `package ${id}`, ...more } },
    history_entry: { 1: expect.objectContaining({ event: 'Neuberechnung zwischengespeichert', has_log: false }) },
  });

  test.each<[string, Row, Row]>([
    ['its order', { sortOrderSetting: 'name' }, { sort_order_setting: 'name' }],
    ['its filter', { filterSetting: 'edited' }, { filter_setting: 'edited' }],
    [
      'both',
      { sortOrderSetting: 'name', filterSetting: 'edited' },
      { sort_order_setting: 'name', filter_setting: 'edited' },
    ],
  ])('%s alone is worth a save; the same again is none', async (_, body, cells) => {
    const id = await stage.update('LZD', { [listed]: {} });
    expect(await changesOf(stage, () => ok(send('save', 'lzd', id, body)))).toEqual(saved(id, cells));
    await unchanged(() => ok(send('save', 'lzd', id, body)));
  });

  test('what is not sent stays', async () => {
    const view = { sort_order_setting: 'name', filter_setting: 'edited' };
    const id = await stage.update('LZD', { [listed]: {} }, view);
    const changes = await changesOf(stage, () => ok(send('save', 'lzd', id, { filterSetting: null })));
    expect(changes).toEqual(saved(id, { filter_setting: null }));
  });
});

describe('a draft', () => {
  test.each(['qdp', 'lzd'])('of an %s can be of a product that is not listed yet', async (kind) => {
    const id = await stage.update(kind.toUpperCase(), { [unlisted]: {} });
    const changes = await changesOf(stage, () => ok(send('save', kind, id, { products: [draft(unlisted, 5.01)] })));
    expect(changes.price_update_item?.[`${id} ${unlisted}`]).toMatchObject({ edited_price: '5.01' });
  });

  test('that conflicts says what the other one holds: a price, an exclusion, nothing', async () => {
    const id = await stage.update('MDP', { [listed]: {}, [other]: {} });
    const { body } = await stage.sales.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
    const { version } = body as { version: number };
    await ok(send('save', 'mdp', id, { products: [draft(listed, 5.01), draft(other, null, false, true)] }));
    const conflict = (products: Row[]) => send('save', 'mdp', id, { version, products }, stage.deputy);
    const first = await conflict([draft(listed, 6), draft(other, 6)]);
    expect([first.status, first.body.pzns]).toEqual([409, [listed, other]]);
    expect(first.body.issues).toEqual([
      { path: listed, message: 'Anna Berger: 5,01 €' },
      { path: other, message: 'Anna Berger: Ausschluss' },
    ]);
    await ok(send('save', 'mdp', id, { products: [draft(listed, null)] }));
    expect((await conflict([draft(listed, 6)])).body.issues).toEqual([
      { path: listed, message: 'Anna Berger: keine Korrektur' },
    ]);
  });
});
