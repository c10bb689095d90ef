import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { BulkRule } from '@portal/rules';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { upload } from '../intake/support.ts';
import type { Client } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { GONE, type Row } from './changes.ts';
import { changesOf, NOW, ok, openStage, type Stage } from './support.ts';

// What rules that stay write into updates, in whole rows (chapter 18 of the rule book).

const APO = 500_001;
const [calculated, own, permanent, excluded, other, foreign] = [1, 2, 3, 4, 5, 90].map(testPzn) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', {
    [calculated]: {},
    [own]: { price_type: 2, manual_price: '8.88' },
    [permanent]: { price_type: 3, manual_price: '7.77' },
    [excluded]: { price_type: 1 },
    [other]: { units: 3 },
  });
});
afterEach(() => stage.close());

const path = (more = '') => `/api/price/standing-rules/${stage.pharmacy.path}${more}`;
const RULE: BulkRule = {
  from: 'price',
  percent: 3,
  amount: 0,
  endings: [95],
  way: 'nearest',
  floorPercent: null,
  upToAvp: false,
};
const RULE_START = {
  name: 'Bestseller ,95',
  productGroups: ['OTC'],
  rule: RULE,
  conditions: [] as object[],
  endsOn: null as string | null,
  withoutReview: false,
};
const start = async (more: Partial<typeof RULE_START> = {}, client: Client = stage.owner) => {
  const { status, body } = await client.post(path(), { ...RULE_START, ...more });
  expect([status, body.message]).toEqual([200, undefined]);
  return (body.rules as Row[]).find(({ name }) => name === (more.name ?? RULE_START.name)) as Row & { id: number };
};
let deliveries = 0;
const deliver = async (
  kind: 'mdp' | 'qdp' | 'lzd',
  rows: readonly (readonly string[])[],
  headings = 'PZN;Produkt;TruePrice neu',
  name?: string,
) => {
  const engine = await stage.portal.as('Pricing Engine', ['pricing_engine']);
  const content = `${[headings, ...rows.map((row) => row.join(';'))].join('\r\n')}\r\n`;
  deliveries += 1;
  const call = upload(stage.portal, engine, `/api/intake/${kind}/${stage.pharmacy.crmCompanyId}/OTC`, {
    name: name ?? `${kind}-${deliveries}.csv`,
    content,
  });
  const { status, body } = await call;
  expect([status, body]).toMatchObject([200, { status: 'OK' }]);
  return body as Row & { id: number };
};
/** All at 10,00 but one at 9,95. */
const monthly = () =>
  deliver('mdp', [
    [calculated, 'A', '10,00'],
    [own, 'B', '10,00'],
    [permanent, 'C', '10,00'],
    [excluded, 'D', '10,00'],
    [other, 'E', '9,66'],
  ]);
const saving = (id: number) => `/api/price/save/mdp/${stage.pharmacy.path}/${id}/OTC`;
const drafts = async (id: number) => {
  const { rows } = await stage.portal.database.pool.query<Row>(
    `SELECT pzn, edited_price, edited_by, edited_rule FROM price_update_item
      WHERE update_id = $1 AND (edited_price IS NOT NULL OR edited_by IS NOT NULL) ORDER BY pzn`,
    [id],
  );
  return rows.map(({ pzn, edited_price, edited_by, edited_rule }) => [pzn, edited_price, edited_by, edited_rule]);
};
const events = async () =>
  (await stage.portal.database.pool.query<{ event: string }>('SELECT event FROM history_entry ORDER BY id')).rows.map(
    ({ event }) => event,
  );
const NAME = 'Regel »Bestseller ,95«';

describe('an update that arrives', () => {
  test('has drafts of the rule, in whole rows, and nothing else changes (rules 18.2, 18.3, 18.5 and 18.6)', async () => {
    const { id: rule } = await start();
    let id = 0;
    const changes = await changesOf(stage, async () => {
      ({ id } = await monthly());
    });
    const draft = {
      edited_price: '9.95',
      edited_permanent: false,
      edited_ignore: false,
      edited_by: NAME,
      edited_reason: NAME,
      edited_rule: rule,
      edited_version: (changes.price_update as Record<string, Row>)[id]?.version,
    };
    const row = (pzn: string, position: number, price: string, more: Row = {}) => ({
      update_id: id,
      pzn,
      apo_id: APO,
      position,
      true_price: price,
      inactive: false,
      ...more,
    });
    // 9,66 + 3 % is 9,9498, to the ending 9,95; 10,30 goes to 9,95, too
    expect(changes.price_update_item).toEqual({
      [`${id} ${calculated}`]: row(calculated, 2, '10.00', draft),
      [`${id} ${own}`]: row(own, 3, '10.00', draft),
      [`${id} ${permanent}`]: row(permanent, 4, '10.00'),
      [`${id} ${excluded}`]: row(excluded, 5, '10.00'),
      [`${id} ${other}`]: row(other, 6, '9.66', draft),
    });
    expect(Object.keys(changes).toSorted()).toEqual(['history_entry', 'price_update', 'price_update_item', 'product']);
    expect((await events()).slice(-2)).toEqual(['Monatsupdate eingegangen', `${NAME}: 3 Entwürfe`]);
  });

  test('is approved with them by a person and by the clock; the next one is set anew (rules 18.2 and 18.6)', async () => {
    await start();
    const { id } = await monthly();
    await ok(stage.owner.put(`/api/price/approve/mdp/${stage.pharmacy.path}/${id}/OTC`, { products: [] }));
    const list = async () => {
      const { rows } = await stage.portal.database.pool.query<Row>(
        `SELECT price_type, manual_price, calculated_price FROM price_item WHERE apo_id = $1 AND pzn = $2`,
        [APO, calculated],
      );
      return rows[0];
    };
    expect(await list()).toEqual({ price_type: 2, manual_price: '9.95', calculated_price: '10.00' });
    const { rows } = await stage.portal.database.pool.query<Row>(
      `SELECT reason, user_name FROM price_change WHERE pzn = $1`,
      [calculated],
    );
    expect(rows).toEqual([{ reason: NAME, user_name: 'Anna Berger' }]);
    const next = await deliver('mdp', [[calculated, 'A', '12,00']]);
    // 12,36 goes to 11,95
    expect(await drafts(next.id)).toEqual([[calculated, '11.95', NAME, expect.any(Number)]]);
    stage.portal.clock.set('2026-03-16T09:00:00Z');
    await runDueActions(stage.portal.deps);
    expect(await list()).toEqual({ price_type: 2, manual_price: '11.95', calculated_price: '12.00' });
  });

  test('of a quarter keeps own prices that it leaves in force, and gives new articles theirs (rule 18.3)', async () => {
    const { id: rule } = await start({ rule: { ...RULE, endings: [] } });
    const fresh = testPzn(7);
    const { id } = await deliver('qdp', [
      [calculated, 'A', '10,00'],
      [own, 'B', '10,00'],
      [permanent, 'C', '10,00'],
      [fresh, 'Neu', '5,00'],
      [foreign, 'Fremd', '5,00'],
    ]);
    expect(await drafts(id)).toEqual([
      [calculated, '10.30', NAME, rule],
      [fresh, '5.15', NAME, rule],
    ]);
  });

  test('is left alone as an LZD, after the last day, in another group, and before the rule (rule 18.2)', async () => {
    const before = await monthly();
    await start({ endsOn: '2026-03-10' });
    await start({ name: 'Andere', productGroups: ['FREIWAHL'], rule: { ...RULE, percent: 50 } });
    expect(await drafts(before.id)).toEqual([]);
    await ok(stage.sales.delete(`/api/price/mdp/${before.id}/${APO}/${stage.pharmacy.token}`));
    const name = `ZumDurchsehen_OTC_${APO}_Test-Apotheke 1_10_03_2026.csv`;
    expect(await drafts((await deliver('lzd', [[calculated, 'A', '10,00']], undefined, name)).id)).toEqual([]);
    stage.portal.clock.set('2026-03-10T22:59:00Z');
    expect(await drafts((await monthly()).id)).toHaveLength(3);
    stage.portal.clock.set('2026-03-10T23:00:00Z');
    expect(await drafts((await monthly()).id)).toEqual([]);
  });

  test('is decided by the first rule that fits; rows without a limit are named (rules 18.4 and 18.5)', async () => {
    const conditions = [{ key: 'units', is: 'atMost', than: 3, to: null }];
    const first = await start({ name: 'Erste', conditions, rule: { ...RULE, percent: 50, endings: [] } });
    const limits = { ...RULE, percent: 0, endings: [], floorPercent: 300, upToAvp: true };
    await start({ name: 'Zweite', rule: limits });
    const third = await start({ name: 'Dritte', rule: { ...RULE, percent: -50 } });
    const one = await monthly();
    // AEP 5,10 with 19 % and 300 % is 24,28: above the AVP
    expect(await drafts(one.id)).toEqual([[other, '14.49', 'Regel »Erste«', first.id]]);
    expect((await events()).at(-1)).toBe(
      `Regel »Erste«: 1 Entwurf; Regel »Zweite«: 0 Entwürfe, nicht gesetzt: 2 mit Untergrenze über dem AVP (A, B)`,
    );
    const { body } = await stage.deputy.put(path('/order'), { ids: [third.id, first.id, first.id + 1] });
    expect(body.rules.map(({ name }: Row) => name)).toEqual(['Dritte', 'Erste', 'Zweite']);
    const two = await monthly();
    expect((await drafts(two.id)).map(([, , by]) => by)).toEqual(Array.from({ length: 3 }, () => 'Regel »Dritte«'));
  });

  test('approved on arrival takes only rules without review, and their prices count for guardrails (rule 18.7)', async () => {
    await ok(stage.owner.post(`/api/pharmacy/approvalflag/${stage.pharmacy.path}/OTC/1`, {}));
    await start();
    const { id, approved } = await monthly();
    expect([approved, await drafts(id)]).toEqual([true, []]);
    await start({ name: 'Ohne', withoutReview: true, rule: { ...RULE, percent: 20, endings: [] } });
    const next = await deliver('mdp', [[calculated, 'A', '10,50']]);
    expect([next.approved, await drafts(next.id)]).toEqual([
      true,
      [[calculated, '12.60', 'Regel »Ohne«', expect.any(Number)]],
    ]);
    await stage.portal.database.pool.query(
      `UPDATE list_version SET guardrails = '{"maxAboveAvpPercent":0,"holdOnBreach":true}' WHERE apo_id = $1 AND product_group = 'OTC'`,
      [APO],
    );
    const held = await deliver('mdp', [[calculated, 'A', '10,60']]);
    // 12,72 is above the AVP of 12,50
    expect([held.approved, await drafts(held.id)]).toMatchObject([
      false,
      [[calculated, '12.72', 'Regel »Ohne«', expect.any(Number)]],
    ]);
  });

  test('that is doubted as a whole gets no draft, and the history says so (rule 18.8)', async () => {
    const pzns = Array.from({ length: 12 }, (_, n) => testPzn(20 + n));
    await stage.items('HILFSMITTEL', Object.fromEntries(pzns.map((pzn) => [pzn, {}])));
    await stage.portal.database.pool.query(
      `UPDATE price_item SET product_group = 'OTC' WHERE product_group = 'HILFSMITTEL'`,
    );
    await stage.portal.database.pool.query(`DELETE FROM list_version WHERE product_group = 'HILFSMITTEL'`);
    await stage.portal.database.pool.query(
      `UPDATE list_version SET item_count = item_count + 12 WHERE apo_id = $1 AND product_group = 'OTC'`,
      [APO],
    );
    await start();
    const { id, doubts } = await deliver(
      'mdp',
      pzns.map((pzn) => [pzn, 'X', '25,00']),
    );
    expect([(doubts as unknown[])[0], await drafts(id)]).toMatchObject([{ check: 'commonFactor' }, []]);
    expect((await events()).at(-1)).toBe('Dauerhafte Regeln nicht angewendet: Zweifel an der Lieferung');
  });

  test('whose names have lost letters is doubted, too: any yellow counts (rules 18.8 and 20.1)', async () => {
    await start();
    const rows = [calculated, own, other].map((pzn, at) => [pzn, `K?se ${at}`, `10,0${at}`]);
    const { id, doubts } = await deliver('mdp', rows);
    expect([doubts, await drafts(id)]).toMatchObject([[{ check: 'encoding' }], []]);
    expect((await events()).at(-1)).toBe('Dauerhafte Regeln nicht angewendet: Zweifel an der Lieferung');
  });
});

describe('a draft of a rule', () => {
  test("is a person's once changed, stays the rule's when saved as it is, and goes like any other (rules 18.6 and 18.9)", async () => {
    const { id: rule } = await start();
    const { id } = await monthly();
    const address = `/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`;
    const { body } = await stage.owner.get(address);
    expect(body.standingRules).toEqual([{ id: rule, name: 'Bestseller ,95', asks: false }]);
    expect(body.products.find(({ pzn }: Row) => pzn === calculated)).toMatchObject({
      editedPrice: 9.95,
      editedRule: rule,
    });
    const edit = (pzn: string, editedPrice: number | null) => ({
      pzn,
      editedPrice,
      editedPermanent: false,
      editedIgnore: false,
    });
    await ok(
      stage.deputy.put(saving(id), {
        version: body.version,
        products: [edit(calculated, 9.99), edit(own, 9.95), edit(other, null)],
      }),
    );
    expect(await drafts(id)).toEqual([
      [calculated, '9.99', 'Jonas Klein', null],
      [own, '9.95', NAME, rule],
      [other, null, 'Jonas Klein', null],
    ]);
    const state = await stage.owner.get(`/api/price/state/MDP/${stage.pharmacy.path}/${id}/OTC`);
    expect(state.body.drafts).toContainEqual({ userName: NAME, count: 1, savedAt: null });
  });

  test('stays or goes when its rule is ended; what a person changed stays (rule 18.10)', async () => {
    const { id: rule } = await start();
    const { id } = await monthly();
    const address = `/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`;
    const { body } = await stage.owner.get(address);
    const changed = { pzn: calculated, editedPrice: 9.99, editedPermanent: false, editedIgnore: false };
    const { body: saved } = await stage.deputy.put(saving(id), { version: body.version, products: [changed] });
    expect((await stage.owner.get(path())).body.rules).toMatchObject([{ id: rule, drafts: 2 }]);
    const changes = await changesOf(stage, () => stage.sales.put(path('/ended'), { id: rule, dropDrafts: true }));
    expect(await drafts(id)).toEqual([
      [calculated, '9.99', 'Jonas Klein', null],
      [own, null, 'Tobias Sommer', null],
      [other, null, 'Tobias Sommer', null],
    ]);
    expect(Object.keys(changes.price_update_item as object)).toHaveLength(2);
    expect(changes.standing_rule).toEqual({ [rule]: GONE });
    expect((await events()).at(-1)).toBe(`Dauerhafte ${NAME} beendet, 2 Entwürfe verworfen`);
    // Who has loaded it before learns of it.
    const { status } = await stage.deputy.put(saving(id).replace('save', 'approve'), {
      version: saved.version,
      products: [],
    });
    expect(status).toBe(409);
  });

  test('stays when it is to stay', async () => {
    const { id: rule } = await start();
    const { id } = await monthly();
    await stage.owner.put(path('/ended'), { id: rule, dropDrafts: false });
    expect(await drafts(id)).toHaveLength(3);
    const { body } = await stage.owner.get(`/api/price/mdp/${stage.pharmacy.path}/${id}/OTC`);
    expect(body.standingRules).toEqual([{ id: rule, name: 'Bestseller ,95', asks: false }]);
    expect((await stage.owner.get(path())).body.rules).toEqual([]);
  });
});

describe('the calls', () => {
  test('name product groups in the history as people do (rule 18.1)', async () => {
    await start({ productGroups: ['OTC', 'FREIWAHL'] });
    expect((await events()).at(-1)?.replaceAll('\u00a0', ' ')).toBe(
      `Dauerhafte ${NAME} für OTC, Freiwahl gestartet: Preis +3,0 %, Endung ,95`,
    );
  });

  test('start once, in words in the history, and refuse what cannot be (rule 18.1)', async () => {
    const conditions = [{ key: 'producer', is: 'oneOf', values: ['MUSTER PHARMA GMBH'] }];
    const first = await start({ conditions, endsOn: '2026-12-31', withoutReview: true });
    expect(first).toEqual({
      ...RULE_START,
      conditions,
      endsOn: '2026-12-31',
      withoutReview: true,
      id: expect.any(Number),
      startedAt: NOW,
      startedBy: 'Anna Berger',
      over: false,
      updates: 0,
      asks: false,
      drafts: 0,
    });
    expect((await events()).at(-1)?.replaceAll('\u00a0', ' ')).toBe(
      `Dauerhafte ${NAME} für OTC gestartet: Preis +3,0 %, Endung ,95; 1 Bedingung; bis 31.12.2026; auch ohne Durchsicht`,
    );
    const count = (await events()).length;
    await start({ conditions, endsOn: '2026-12-31', withoutReview: true });
    expect(await events()).toHaveLength(count);
    const refused = async (more: object) => {
      const { status, body } = await stage.owner.post(path(), { ...RULE_START, ...more });
      return [status, body.message];
    };
    expect(await refused({})).toEqual([
      409,
      'Es gibt schon eine dauerhafte Regel »Bestseller ,95«. Bitte wählen Sie einen anderen Namen.',
    ]);
    expect((await refused({ name: 'B', endsOn: '2026-03-09' }))[0]).toBe(422);
    expect((await refused({ name: 'B', endsOn: '2026-02-30' }))[0]).toBe(422);
    expect((await refused({ name: 'B', productGroups: [] }))[0]).toBe(422);
    expect((await refused({ name: 'B', productGroups: ['OTC', 'OTC'] }))[0]).toBe(422);
    expect((await refused({ name: 'B', conditions: [{ key: 'name', is: 'oneOf', values: ['A'] }] }))[0]).toBe(422);
    for (let n = 2; n <= 20; n++) await start({ name: `Regel ${n}` });
    expect((await refused({ name: 'Regel 21' }))[0]).toBe(409);
  });

  test('order only what is there, and end once', async () => {
    const [one, two] = [await start({ name: 'Eins' }), await start({ name: 'Zwei' })];
    for (const ids of [[one.id], [one.id, one.id], [one.id, two.id, two.id], [one.id, 999]])
      expect((await stage.owner.put(path('/order'), { ids })).status).toBe(409);
    const count = (await events()).length;
    expect((await stage.owner.put(path('/order'), { ids: [one.id, two.id] })).status).toBe(200);
    expect(await events()).toHaveLength(count);
    expect((await stage.owner.put(path('/ended'), { id: one.id, dropDrafts: true })).status).toBe(200);
    expect((await stage.owner.put(path('/ended'), { id: one.id, dropDrafts: true })).status).toBe(409);
  });

  test('ask after six updates, and again after six more (rule 18.12)', async () => {
    const { id } = await start();
    const asks = async () => (await stage.owner.get(path())).body.rules[0];
    for (let n = 1; n <= 6; n++) {
      expect(await asks()).toMatchObject({ updates: n - 1, asks: false });
      stage.portal.clock.set(`2026-03-${String(10 + n)}T09:00:00Z`);
      await monthly();
    }
    expect(await asks()).toMatchObject({ updates: 6, asks: true });
    stage.portal.clock.set('2026-03-17T09:00:00Z');
    await stage.deputy.put(path('/confirmed'), { id });
    expect(await asks()).toMatchObject({ updates: 0, asks: false });
    expect((await events()).at(-1)).toBe(`Dauerhafte ${NAME} bestätigt`);
  });

  test('replay the last three updates without starting anything (rule 18.11)', async () => {
    const replay = async (more: object = {}) => {
      const { productGroups, rule, conditions } = RULE_START;
      const { status, body } = await stage.owner.post(path('/replay'), { productGroups, rule, conditions, ...more });
      expect([status, body.message]).toEqual([200, undefined]);
      return body.updates as Row[];
    };
    expect(await replay()).toEqual([]);
    const { id } = await monthly();
    await ok(stage.owner.put(`/api/price/approve/mdp/${stage.pharmacy.path}/${id}/OTC`, { products: [] }));
    const rule = { ...RULE, endings: [], percent: 10 };
    // 40 × 1,00 twice and 3 × 0,97, all without 19 %: 33,61 + 33,61 + 2,45
    const found = {
      id,
      kind: 'MDP',
      productGroup: 'OTC',
      arrivedAt: NOW,
      rows: 5,
      changes: 3,
      cents: 6967,
      unknown: 0,
      atFloor: 0,
      left: null,
    };
    expect(await replay({ rule })).toEqual([found]);
    // the floor is AEP 5,10 with 19 % and 100 %, 12,14
    expect(await replay({ rule: { ...rule, floorPercent: 100 } })).toMatchObject([{ changes: 3, atFloor: 3 }]);
    await start({ conditions: [{ key: 'units', is: 'atLeast', than: 10, to: null }], rule });
    expect(await replay({ rule })).toMatchObject([{ changes: 1, cents: 245 }]);
    for (let n = 0; n < 3; n++) await monthly();
    expect((await replay({ rule })).map(({ rows }) => rows)).toEqual([5, 5]);
  });

  test('a mirror has no rules of its own (rule 18.10)', async () => {
    await start();
    const main = await seedPharmacy(stage.portal.database, 3);
    const linked = { pharmacy: main.apoId, shadowPharmacy: APO };
    expect((await stage.sales.post('/api/pharmacy/shadow', linked)).status).toBe(200);
    const { rows } = await stage.portal.database.pool.query('SELECT FROM standing_rule');
    expect(rows).toEqual([]);
    expect((await stage.owner.post(path(), RULE_START)).status).toBe(403);
  });
});

describe('at once', () => {
  test('the same start is one, and of two orders the one that names all rules is done', async () => {
    const all = await Promise.all([1, 2, 3].map(() => stage.owner.post(path(), RULE_START)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await events()).filter((event) => event.includes('gestartet'))).toHaveLength(1);
    const [rule, other] = [await start(), await start({ name: 'Andere' })];
    const calls = await Promise.all([
      stage.owner.put(path('/ended'), { id: other.id, dropDrafts: true }),
      stage.deputy.put(path('/order'), { ids: [other.id, rule.id] }),
    ]);
    expect([200, 409]).toContain(calls[1].status);
    expect(calls[0].status).toBe(200);
    expect((await stage.owner.get(path())).body.rules.map(({ id }: Row) => id)).toEqual([rule.id]);
  });

  test('an arrival and the end of its rule leave no draft that the rule could still drop', async () => {
    const { id } = await start();
    const [taken, ended] = await Promise.all([monthly(), stage.owner.put(path('/ended'), { id, dropDrafts: true })]);
    expect(ended.status).toBe(200);
    // Either it came first and its drafts went, or the rule was gone.
    expect((await drafts(taken.id)).filter(([, price]) => price !== null)).toEqual([]);
  });
});
