import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { testPzn } from '../support/seed.ts';
import { APO, at, change, effective, entry, list, outcome } from '../whole-rows/approval-rows.ts';
import { GONE, type Row } from '../whole-rows/changes.ts';
import { changesOf, NOW, ok, openStage, type Stage } from '../whole-rows/support.ts';

// Rules 6.29 to 6.32: the rows that nobody has to look at are approved before the rest of their package.
const [dull, same, excluded, permanent, slip, own, drafted, bare, inactive, fresh] = Array.from(
  { length: 10 },
  (_, n) => testPzn(n + 1),
) as [string, string, string, string, string, string, string, string, string, string];
const NOTHING = { avp: null, aep: null, price_min: null, price_avg: null, price_max: null };
const DRAFT = { edited_price: '10.05', edited_permanent: false, edited_ignore: false, edited_version: 1 };
const ROWS: Record<string, Row> = {
  [dull]: { true_price: '10.19' },
  [same]: { true_price: '9.99' },
  [excluded]: { true_price: '10.19' },
  [permanent]: { true_price: '10.19' },
  [slip]: { true_price: '99.90' },
  [own]: { true_price: '10.19' },
  [drafted]: { true_price: '10.19', ...DRAFT },
  [bare]: { true_price: '10.19' },
  [inactive]: { true_price: '10.19', inactive: true },
};
const PART = [dull, same, excluded, permanent];

let stage: Stage;
let id: number;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', {
    [dull]: {},
    [same]: {},
    [excluded]: { price_type: 1 },
    [permanent]: { price_type: 3, manual_price: '9.50' },
    [slip]: {},
    [own]: { price_type: 2, manual_price: '9.90' },
    [drafted]: {},
    [bare]: NOTHING,
    [inactive]: {},
  });
  id = await stage.update('MDP', ROWS);
});
afterEach(() => stage.close());

const path = (step = '', update = id, kind = 'mdp') => `/api/price/${step}${kind}/${stage.pharmacy.path}/${update}/OTC`;
const versions = async () => {
  const { version, listVersion } = (await stage.owner.get(path())).body;
  return { version: version as number, listVersion: listVersion as number };
};
const send = async (pzns: readonly string[] = PART, client = stage.owner, more: object = {}) =>
  client.put(path('approvepart/'), { pzns, ...(await versions()), ...more });
const takeBack = (number: number, client = stage.sales) => client.delete(`${path('approvepart/')}/${number}`);
const approve = (products: object[] = []) => stage.owner.put(path('approve/'), { products });
const edit = (pzn: string, editedPrice: number) => ({ pzn, editedPrice, editedPermanent: false, editedIgnore: false });
const read = async (client = stage.owner) => (await client.get(path())).body;
const prices = async () => {
  const { rows } = await stage.portal.database.pool.query<{ pzn: string; price: string }>(
    `SELECT pzn, price_type || ' ' || coalesce(calculated_price::text, '-') || ' ' || coalesce(manual_price::text, '-') AS price
       FROM price_item WHERE apo_id = $1 AND product_group = 'OTC' ORDER BY pzn`,
    [APO],
  );
  return Object.fromEntries(rows.map(({ pzn, price }) => [pzn, price]));
};

describe('approving a part', () => {
  test('writes its rows as an approval does, and nothing of the rest', async () => {
    const sent = { pzns: PART, ...(await versions()) };
    const changes = await changesOf(stage, () => ok(stage.owner.put(path('approvepart/'), sent)));
    const event = 'Monatsupdate: Teil 1 freigegeben';
    const untouched = { effective: false, part: 1 };
    expect(changes).toEqual({
      price_item: {
        [at(dull)]: { calculated_price: '10.19', price_old: '9.99', ...effective },
        [at(excluded)]: { calculated_price: '10.19' },
        [at(permanent)]: { calculated_price: '10.19' },
      },
      list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW } },
      price_update: { [id]: { version: `package ${id}`, updated_at: NOW } },
      price_update_outcome: {
        [at(dull, id)]: outcome(dull, id, { part: 1 }),
        [at(same, id)]: outcome(same, id, untouched),
        [at(excluded, id)]: outcome(excluded, id, { price_type: 1, after_type: 1, ...untouched }),
        [at(permanent, id)]: outcome(permanent, id, {
          price_type: 3,
          manual_price: '9.50',
          after_type: 3,
          after_manual: '9.50',
          ...untouched,
        }),
      },
      price_update_approval: {
        [`${id} 1`]: {
          apo_id: APO,
          update_id: id,
          number: 1,
          user_name: 'Anna Berger',
          actor: 'subject-Anna Berger',
          approved_at: NOW,
          list_version: list(),
          row_count: 4,
          effect_cents: '672', // (10,19 - 9,99) / 1,19 × 40
          effect_rows: 1,
          effect_missing: 0,
          effect_added: 0,
          effect_leaving: 0,
        },
      },
      price_change: {
        1: change(dull, { event, old_price: '9.99', new_price: '10.19', old_type: 0, new_type: 0 }),
      },
      history_entry: { 1: entry('mdp', id, `${event} (4 Artikel)`) },
    });
  });

  test.each([
    [slip, 'toReview'],
    [own, 'toReview'],
    [drafted, 'edited'],
    [bare, 'unjudged'],
    [inactive, 'inactive'],
    [fresh, 'unknown'],
  ])('leaves %s open and says why: %s', async (pzn, why) => {
    const answer = await ok(send([...PART, pzn]));
    expect(answer).toMatchObject({ number: 1, approved: 4, changed: 1, stays: { count: 1, rows: [{ pzn, why }] } });
    expect((await send([pzn])).status).toBe(409);
  });

  test('leaves open what breaks a guardrail, what changed since it was loaded and what got a draft', async () => {
    const loaded = await versions();
    await ok(stage.owner.put(path('save/'), { products: [edit(same, 9.49)], ...loaded }));
    const other = await stage.update('QDP', {
      [permanent]: { edited_price: '9.60', edited_permanent: true, edited_ignore: false, edited_version: 1 },
    });
    await ok(stage.owner.put(path('approve/', other, 'qdp'), { products: [] }));
    await stage.portal.database.pool.query(`UPDATE list_version SET guardrails = '{"maxChangePercent": 1}'`);
    const answer = await ok(stage.owner.put(path('approvepart/'), { pzns: PART, ...loaded }));
    expect(answer).toMatchObject({
      approved: 1,
      stays: {
        count: 3,
        rows: [
          { pzn: dull, why: 'breach' },
          { pzn: same, why: 'edited' },
          { pzn: permanent, why: 'changed' },
        ],
      },
    });
  });

  test('again approves nothing twice', async () => {
    await ok(send());
    const again = await send();
    expect([again.status, again.body.message]).toEqual([409, 'Diese Artikel sind schon freigegeben.']);
    expect((await read()).parts).toHaveLength(1);
  });

  test('is refused where nothing, or all, is such, where the file is doubted, and of a closed package', async () => {
    const message = async (pzns = PART) => (await send(pzns)).body.message;
    const { pool } = stage.portal.database;
    expect(await message([slip, own])).toContain('Kein Artikel kann ohne Durchsicht');
    await pool.query(`UPDATE price_update_item SET true_price_old = 5.55 WHERE pzn = $1`, [dull]);
    await pool.query('UPDATE price_update SET version = version + 1');
    expect(await message()).toContain('Die Datei ist als Ganzes zu prüfen');
    await pool.query('UPDATE price_update_item SET true_price_old = NULL');
    await pool.query('UPDATE price_update SET arrival = $1, version = version + 1', [
      { doubts: [{ check: 'encoding', message: 'In 3 von 9 Namen …' }] },
    ]);
    expect(await message()).toContain('Die Datei ist als Ganzes zu prüfen');
    await pool.query('UPDATE price_update SET arrival = NULL');
    await pool.query('UPDATE price_update_item SET true_price = 9.99');
    await pool.query(`DELETE FROM price_update_item WHERE pzn <> ALL($1)`, [PART]);
    await pool.query('UPDATE price_update SET item_count = 4, version = version + 1');
    expect(await message()).toContain('Es ist nichts zu prüfen');
    await ok(approve());
    expect((await stage.owner.put(path('approvepart/'), { pzns: PART, ...(await versions()) })).status).toBe(409);
  });

  test('is not for an LZD, a foreign package or an unknown version', async () => {
    const lzd = await stage.update('LZD', { [dull]: {} });
    const of = (kind: string, update: number) => path('approvepart/', update, kind);
    const body = { pzns: PART, ...(await versions()) };
    expect((await stage.owner.put(of('lzd', lzd), body)).body.message).toContain('als Ganzes freigegeben');
    expect((await stage.owner.put(of('qdp', id), body)).status).toBe(404);
    expect((await send(PART, stage.owner, { listVersion: 12_345 })).status).toBe(409);
    expect((await takeBack(1, stage.owner)).status).toBe(403);
  });
});

describe('afterwards', () => {
  test('rows of the part are locked, no longer blocked on the list, and a draft for one is a conflict', async () => {
    const loaded = await versions();
    await ok(send());
    const body = await read();
    const partOf = (pzn: string) => (body.products as Row[]).find((row) => row.pzn === pzn)?.part;
    expect(PART.map(partOf)).toEqual([1, 1, 1, 1]);
    expect([slip, inactive].map(partOf)).toEqual([null, null]);
    expect(body.parts).toEqual([{ number: 1, userName: 'Anna Berger', approvedAt: NOW, rows: 4, mayTakeBack: false }]);
    const blocked = (await stage.owner.get(`/api/price/${stage.pharmacy.path}/OTC`)).body.blockedProducts as Row[];
    expect(blocked.map(({ pzn }) => pzn)).toEqual([slip, own, drafted, bare, inactive].toSorted());
    const draft = await stage.owner.put(path('save/'), { products: [edit(dull, 9.49), edit(slip, 9.99)], ...loaded });
    expect([draft.status, draft.body.pzns]).toEqual([409, [dull]]);
    const all = await approve([edit(dull, 9.49)]);
    expect([all.status, all.body.message]).toEqual([
      409,
      'Ein Artikel wurde inzwischen freigegeben, es wurde nichts gespeichert. Bitte aktualisieren Sie die Seite.',
    ]);
  });

  test('figures, state and start page count the rest, and the worth of the part', async () => {
    await ok(send());
    const figures = (await stage.owner.get(path('reviewfigures/'))).body;
    expect(figures).toMatchObject({ rows: 5, approved: 4, open: 4, changed: 4, doubts: [] });
    const state = (await stage.owner.get(path('state/', id, 'MDP'))).body;
    expect(state).toMatchObject({ approvalStatus: 0, parts: 1 });
    const dashboard = (await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;
    expect(dashboard.approvalEffects).toMatchObject([{ id, partial: true, effect: { cents: 672, rows: 1 } }]);
    expect(dashboard.tpData[0].mdpId).toBe(id);
    expect(dashboard.latestApprovals).toEqual([]);
  });

  test('the approval of the rest loads the rest; files then hold all rows, the worth is that of all', async () => {
    await ok(send());
    expect(await ok(approve([edit(slip, 10.19)]))).toMatchObject({ loaded: 4, changed: 4, leftOut: 1 });
    const body = await read();
    expect((body.products as Row[]).map(({ pzn, inactive: off, part }) => [pzn, off, part])).toEqual(
      Object.keys(ROWS)
        .toSorted()
        .map((pzn) => [pzn, pzn === inactive, null]),
    );
    const { approvalEffects } = (await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;
    // 672 of the part, again for slip and bare, (10,19 - 9,90) and (10,05 - 9,99) / 1,19 × 40
    expect(approvalEffects).toMatchObject([{ id, partial: false, effect: { cents: 3 * 672 + 975 + 202, rows: 5 } }]);
  });

  test('the clock approves the rest', async () => {
    await ok(send());
    await stage.portal.database.pool.query(`UPDATE price_update SET auto_action_at = $1, auto_action = 'approve'`, [
      NOW,
    ]);
    expect(await runDueActions(stage.portal.deps)).toMatchObject({ approved: 1 });
    expect(await prices()).toMatchObject({ [dull]: '0 10.19 -', [slip]: '0 99.90 -', [own]: '0 10.19 -' });
  });

  test('a deleted rest leaves the part, and says so', async () => {
    await ok(send());
    const before = await prices();
    await ok(stage.sales.delete(`/api/price/mdp/${id}/${stage.pharmacy.path}`));
    expect(await prices()).toEqual(before);
    const closed = await read(stage.sales);
    expect(closed).toMatchObject({
      approvalStatus: -1,
      closedReason: 'gelöscht von Tobias Sommer, 4 Artikel vorher freigegeben',
      parts: [{ number: 1, rows: 4, mayTakeBack: false }],
    });
    expect((await takeBack(1)).status).toBe(409);
    const { approvalEffects } = (await stage.sales.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;
    expect(approvalEffects).toMatchObject([{ id, partial: true }]);
    const customers = (await stage.owner.get(`/api/pharmacy/dashboard/${stage.pharmacy.path}`)).body;
    expect(customers.approvalEffects).toEqual([]);
  });
});

test('an LZD that resets the list says how many articles a part has approved, which stays', async () => {
  await ok(send());
  const lzd = await stage.update('LZD', { [slip]: {} }, { reset_choice: 0 });
  const leaving = async () =>
    (await stage.owner.get(`/api/price/review/LZD/${stage.pharmacy.path}/${lzd}/OTC`)).body.leaving;
  expect(await leaving()).toMatchObject({ count: 8, approvedInParts: 4 });
  await ok(stage.owner.put(path('approve/', lzd, 'lzd'), { products: [] }));
  expect(await leaving()).toMatchObject({ approvedInParts: 0 });
  expect(Object.keys(await prices())).toEqual([slip]);
  expect((await read()).parts).toMatchObject([{ number: 1, rows: 4, mayTakeBack: false }]);
  // Of the rest only what is still listed.
  expect(await ok(approve())).toMatchObject({ loaded: 1 });
  expect(Object.keys(await prices())).toEqual([slip]);
});

describe('taking back', () => {
  test('a part gives its rows back as they were, and they are open again', async () => {
    const before = await prices();
    await ok(send());
    expect((await read(stage.sales)).parts[0].mayTakeBack).toBe(true);
    const changes = await changesOf(stage, () => ok(takeBack(1)));
    expect(await prices()).toEqual(before);
    expect(Object.keys(changes.price_update_outcome ?? {})).toHaveLength(4);
    expect(changes.price_update_approval).toEqual({ [`${id} 1`]: GONE });
    expect(changes.price_update).toEqual({ [id]: { version: `package ${id}` } });
    expect(changes.history_entry).toEqual({
      1: expect.objectContaining({
        event: 'Freigabe von Teil 1 zurückgenommen',
        user_name: 'Tobias Sommer',
        has_log: true,
      }),
    });
    // Its own coming and going is no later change.
    expect((await read()).approvalWarning).toBeNull();
    expect(await ok(send())).toMatchObject({ number: 1, approved: 4 });
  });

  test('is refused once a row of it changed, and of a part that is none', async () => {
    await ok(send());
    expect((await takeBack(2)).status).toBe(409);
    const { listVersion } = await versions();
    const save = { products: [{ pzn: dull, priceEdit: 11.11, editedPermanent: false, editedIgnore: false }] };
    await ok(stage.owner.put(`/api/price/${stage.pharmacy.path}`, { ...save, versions: { OTC: listVersion } }));
    const refused = await takeBack(1);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('nicht mehr zum Bearbeiten')]);
  });

  test('reopening the package takes back the parts too', async () => {
    const before = await prices();
    await ok(send());
    await ok(approve());
    expect((await read(stage.sales)).mayReopen).toBe(true);
    const changes = await changesOf(stage, () => ok(stage.sales.delete(path('approve/'))));
    expect(await prices()).toEqual(before);
    expect(Object.values(changes.price_update_outcome ?? {})).toEqual(Array.from({ length: 8 }, () => GONE));
    expect(await read()).toMatchObject({ approvalStatus: 0, parts: [], approvalWarning: null });
  });

  test('a row of a part that changed between part and rest keeps the package from being reopened', async () => {
    await ok(send());
    const { listVersion } = await versions();
    const save = { products: [{ pzn: dull, priceEdit: 11.11, editedPermanent: false, editedIgnore: false }] };
    await ok(stage.owner.put(`/api/price/${stage.pharmacy.path}`, { ...save, versions: { OTC: listVersion } }));
    await ok(approve());
    expect((await prices())[dull]).toBe('2 10.19 11.11');
    expect((await read(stage.sales)).mayReopen).toBe(false);
  });
});
