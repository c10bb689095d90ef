import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testPzn } from '../support/seed.ts';
import { NOW, ok, openStage, type Stage } from '../whole-rows/support.ts';

// What a package comes to before it is opened (rule 14.37), and what its approval was worth (rule 14.36). All listed at 9,99.
const [dearer, slip, excluded, unsold, drafted] = [1, 2, 3, 4, 5].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
];
/** Of the first two in cents: (10,49 - 9,99) / 1,19 × 40 = 16,81 and (99,90 - 9,99) / 1,19 × 40 = 3.022,18. */
const WORTH = { cents: 1681 + 302_218, rows: 2, missing: 1, lacks: { added: 0, leaving: 0, units: 1 } };
let stage: Stage;
let id: number;

beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', {
    [dearer]: {},
    [slip]: {},
    [excluded]: { price_type: 1 },
    [unsold]: { units: null },
    [drafted]: {},
  });
  id = await stage.update('MDP', {
    [dearer]: { true_price: '10.49' },
    [slip]: { true_price: '99.90' },
    [excluded]: {},
    [unsold]: { true_price: '9.49' },
    [drafted]: { edited_price: '9.99', edited_permanent: false, edited_ignore: false, edited_version: 1 },
  });
});
afterEach(() => stage?.close());

const path = (kind = 'mdp', update = id) => `/api/price/reviewfigures/${kind}/${stage.pharmacy.path}/${update}/OTC`;
const read = async (client = stage.owner) => (await client.get(path())).body;
const mark = (client: Stage['owner'], ...marks: [pzn: string, price: number][]) =>
  ok(
    client.put(`/api/price/reviewmarks/mdp/${stage.pharmacy.path}/${id}/OTC`, {
      marks: marks.map(([pzn, price]) => ({ pzn, price, reviewed: true })),
    }),
  );
const send = (step: string, products: object[]) =>
  stage.owner.put(`/api/price/${step}/mdp/${stage.pharmacy.path}/${id}/OTC`, { products });
const dashboard = async () => (await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;

describe('the figures of a package', () => {
  test('count what changes, what to look at and what it is worth, stored drafts included', async () => {
    expect(await read()).toEqual({
      rows: 5,
      approved: 0,
      changed: 3, // the draft keeps 9,99
      toReview: 1,
      doubts: [],
      grossProfit: WORTH,
      reviewed: { count: 0, persons: [] },
    });
  });

  test('count marks of rows to look at, at the price they have now', async () => {
    await mark(stage.deputy, [slip, 9990], [dearer, 1049]);
    await mark(stage.owner, [slip, 999]);
    expect((await read()).reviewed).toEqual({
      count: 1,
      persons: [{ userName: 'Jonas Klein', mine: false, count: 1 }],
    });
  });

  test('follow drafts and the list', async () => {
    await read();
    const edit = { pzn: slip, editedPrice: 10.99, editedPermanent: false, editedIgnore: false };
    await ok(send('save', [edit]));
    // (10,99 - 9,99) / 1,19 × 40 = 33,61, the largest effect of two
    expect(await read()).toMatchObject({ changed: 3, toReview: 1, grossProfit: { cents: 1681 + 3361, rows: 2 } });
    const { pool } = stage.portal.database;
    await pool.query(`UPDATE price_item SET price_type = 3, manual_price = 9.49 WHERE pzn = $1`, [unsold]);
    await pool.query('UPDATE list_version SET version = version + 1');
    expect(await read()).toMatchObject({ changed: 2, grossProfit: { missing: 0 } });
  });

  test('are for those who may see the package', async () => {
    const held = await stage.update('LZD', { [dearer]: {} }, { ready_for_approval: false });
    expect((await stage.owner.get(path('lzd', held))).status).toBe(403);
    expect((await stage.sales.get(path('lzd', held))).body).toMatchObject({ rows: 1 });
    expect((await stage.owner.get(path('qdp'))).status).toBe(404);
  });
});

describe('an approval', () => {
  test('keeps what it was worth, as the figures said', async () => {
    await ok(send('approve', []));
    expect((await dashboard()).approvalEffects).toEqual([
      { kind: 'MDP', id, productGroup: 'OTC', approvedAt: NOW, partial: false, effect: WORTH },
    ]);
    await stage.portal.database.pool.query('UPDATE price_item SET units = 1000');
    expect((await dashboard()).approvalEffects[0].effect).toEqual(WORTH);
    expect((await read()).grossProfit).toEqual(WORTH); // of the list as it was before
  });

  test('of new articles alone says so before and after it (rule 14.7)', async () => {
    const added = [6, 7].map(testPzn) as [string, string];
    const quarterly = await stage.update('QDP', { [added[0]]: {}, [added[1]]: { inactive: true } });
    const expected = { cents: 0, rows: 0, missing: 1, lacks: { added: 1, leaving: 0, units: 0 } };
    expect((await stage.owner.get(path('qdp', quarterly))).body).toMatchObject({ changed: 1, grossProfit: expected });
    const url = `/api/price/approve/qdp/${stage.pharmacy.path}/${quarterly}/OTC`;
    await ok(stage.owner.put(url, { products: [] }));
    expect((await dashboard()).approvalEffects).toEqual([expect.objectContaining({ kind: 'QDP', effect: expected })]);
  });
});

test('the start page says how many rows each package has, and what time it is', async () => {
  const { tpData, now, approvalEffects } = await dashboard();
  expect(tpData[0]).toMatchObject({ productGroup: 'OTC', mdpId: id, mdpRows: 5, qdpRows: null, lzdRows: null });
  expect([now, approvalEffects]).toEqual([NOW, []]);
});
