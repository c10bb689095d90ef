import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testPzn } from '../support/seed.ts';
import { GONE, type Row } from './changes.ts';
import { changesOf, NOW, ok, openStage, REFERENCES, SEEDED, type Stage } from './support.ts';

// Every column of every table before and after a save: of the price list, of drafts, of mirrors.

const [one, excluded, own, permanent, fresh, other] = Array.from({ length: 6 }, (_, n) => testPzn(n + 1)) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const [APO, BRANCH] = [500_001, 500_003];
const at = (pzn: string, owner = APO) => `${owner} ${pzn}`;
const list = (apoId = APO) => `list ${apoId} OTC`;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', {
    [one]: {},
    [excluded]: { price_type: 1 },
    [own]: { price_type: 2, manual_price: '8.00' },
    [permanent]: { price_type: 3, manual_price: '7.00', avp: null },
    [other]: {},
  });
});
afterEach(() => stage.close());

const none = (cells: Row) => Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null));
const change = (pzn: string, cells: Row) =>
  none({
    apo_id: APO,
    pzn,
    product_group: 'OTC',
    created_at: NOW,
    event: 'Preisliste gespeichert',
    user_name: 'Anna Berger',
    actor: 'subject-Anna Berger',
    avp: '12.50',
    list_version: list(),
    history_id: 'entry 1',
    ...cells,
  });
const inOrder = (changes: Row[]) =>
  Object.fromEntries(
    changes.sort((a, b) => (String(a.pzn) < String(b.pzn) ? -1 : 1)).map((row, index) => [index + 1, row]),
  );
const entry = (event: string, more: Row = {}) => ({
  apo_id: APO,
  created_at: NOW,
  event,
  has_log: true,
  user_name: 'Anna Berger',
  actor: 'subject-Anna Berger',
  by_staff: false,
  ...more,
});

describe('the price list', () => {
  const edit = (pzn: string, priceEdit: number | null, more: Row = {}) => ({
    pzn,
    priceEdit,
    editedPermanent: false,
    editedIgnore: false,
    ...more,
  });
  const save = (products: Row[], more: Row = {}) =>
    stage.owner.put(`/api/price/${stage.pharmacy.path}`, { products, ...more });
  const effective = { changed_at: NOW, changed_version: list() };

  test('a save writes price, type and former price of what it names, one change each, and nothing else', async () => {
    await stage.portal.database.pool.query(
      `INSERT INTO product (pzn, name, producer, product_group) VALUES ($1, 'Neues Produkt', 'Muster', 'OTC')`,
      [fresh],
    );
    const products = [
      edit(one, 99_999.99),
      edit(excluded, 6.01),
      edit(own, null),
      edit(permanent, 7, { editedIgnore: true }),
      edit(fresh, null, { editedIgnore: true, productGroup: 'OTC' }),
    ];
    expect(await changesOf(stage, () => ok(save(products)))).toEqual({
      price_item: {
        [at(one)]: { manual_price: '99999.99', price_type: 2, price_old: '9.99', ...effective },
        [at(excluded)]: { manual_price: '6.01', price_type: 2, price_old: null, ...effective },
        [at(own)]: { manual_price: null, price_type: 0, price_old: '8.00', ...effective },
        [at(permanent)]: { manual_price: null, price_type: 1, price_old: '7.00', ...effective },
        [at(fresh)]: { apo_id: APO, pzn: fresh, product_group: 'OTC', price_type: 1, ...effective },
      },
      list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW, negative_count: 2 } },
      price_change: inOrder([
        change(one, { old_price: '9.99', new_price: '99999.99', old_type: 0, new_type: 2 }),
        change(excluded, { new_price: '6.01', old_type: 1, new_type: 2 }),
        change(own, { old_price: '8.00', new_price: '9.99', old_type: 2, new_type: 0 }),
        change(permanent, { avp: null, old_price: '7.00', old_type: 3, new_type: 1 }),
        change(fresh, { avp: null, new_type: 1 }),
      ]),
      history_entry: { 1: entry('Preisliste gespeichert', { product_type: 'OTC' }) },
    });
  });

  test('a permanent price at the price it had is a change of its type alone', async () => {
    const changes = await changesOf(stage, () => ok(save([edit(own, 8, { editedPermanent: true })])));
    expect(changes.price_item).toEqual({ [at(own)]: { price_type: 3, price_old: '8.00', ...effective } });
    expect(changes.price_change).toEqual({
      1: change(own, { old_price: '8.00', new_price: '8.00', old_type: 2, new_type: 3 }),
    });
  });

  test('a save of what is stored already writes nothing at all', async () => {
    const products = [
      edit(one, null),
      edit(excluded, null, { editedIgnore: true }),
      edit(own, 8),
      edit(permanent, 7, { editedPermanent: true }),
    ];
    expect(await changesOf(stage, () => ok(save(products)))).toEqual({});
  });

  test.each([
    ['one cent too much', 100_000],
    ['nothing', 0],
    ['a third decimal', 5.001],
  ])('a price of %s is refused with its row, and the good row beside it is not saved', async (_, price) => {
    const changes = await changesOf(stage, async () => {
      const { status, body } = await save([edit(own, 8.5), edit(one, price)]);
      expect([status, body.pzns]).toEqual([422, [one]]);
    });
    expect(changes).toEqual({});
  });
});

describe('drafts', () => {
  const draft = (pzn: string, editedPrice: number | null, editedPermanent = false, editedIgnore = false) => ({
    pzn,
    editedPrice,
    editedPermanent,
    editedIgnore,
  });
  const send = (step: string, id: number, products: Row[], more: Row = {}, client = stage.owner) =>
    client.put(`/api/price/${step}/mdp/${stage.pharmacy.path}/${id}/OTC`, { products, ...more });
  const stored = { edited_version: 'new', edited_by: 'Anna Berger', edited_actor: 'subject-Anna Berger' };
  const version = async (id: number) =>
    Number(
      (await stage.portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id }, select: { version: true } }))
        .version,
    );

  test('what is touched is kept with who touched it, what is back at its original is not', async () => {
    const id = await stage.update('MDP', { [one]: {}, [excluded]: {}, [own]: {}, [permanent]: {}, [other]: {} });
    const products = [
      draft(one, 5.01),
      draft(excluded, 6.02, true),
      draft(own, null, false, true),
      draft(permanent, null, true),
      draft(other, null),
    ];
    expect(await changesOf(stage, () => ok(send('save', id, products)))).toEqual({
      price_update: { [id]: { version: `package ${id}`, updated_at: NOW } },
      price_update_item: {
        [at(one, id)]: { edited_price: '5.01', edited_permanent: false, edited_ignore: false, ...stored },
        [at(excluded, id)]: { edited_price: '6.02', edited_permanent: true, edited_ignore: false, ...stored },
        [at(own, id)]: { edited_permanent: false, edited_ignore: true, ...stored },
      },
      history_entry: {
        1: entry('Monatsupdate zwischengespeichert', { product_type: 'OTC', mdp_import_id: id, has_log: false }),
      },
    });
    expect(await changesOf(stage, () => ok(send('save', id, products)))).toEqual({});
    const back = await changesOf(stage, () => ok(send('save', id, [draft(one, null)])));
    expect(back.price_update_item).toEqual({
      [at(one, id)]: { edited_price: null, edited_permanent: null, edited_ignore: null, edited_version: 'new' },
    });
  });

  test('an exclusion that is wanted stays wanted although its row on the list has moved since', async () => {
    const id = await stage.update('MDP', { [one]: {}, [other]: {} });
    await stage.portal.database.pool.query('UPDATE price_item SET changed_version = 2 WHERE apo_id = $1', [APO]);
    await stage.portal.database.pool.query('UPDATE list_version SET version = 2 WHERE apo_id = $1', [APO]);
    const products = [draft(one, null, false, true), draft(other, null, true)];
    const changes = await changesOf(stage, () => ok(send('save', id, products, { listVersion: 1 })));
    // The permanent mark alone is one of a type that is gone, and no wish.
    expect(changes.price_update_item).toEqual({
      [at(one, id)]: { edited_permanent: false, edited_ignore: true, ...stored },
    });
    // Put back, so that the invariants hold: no price change names that version.
    await stage.portal.database.pool.query('UPDATE price_item SET changed_version = 1 WHERE apo_id = $1', [APO]);
  });

  test('a user who has seen the latest drafts may approve, another may not', async () => {
    const id = await stage.update('MDP', { [one]: {}, [own]: {} });
    const before = await version(id);
    await ok(send('save', id, [draft(one, 5.01)], {}, stage.deputy));
    const after = await version(id);
    // The draft of the version that was loaded has been seen, by whomever it is.
    await stage.portal.database.pool.query('UPDATE price_update_item SET edited_version = $1 WHERE pzn = $2', [
      after,
      one,
    ]);
    const unseen = await changesOf(stage, async () => {
      const { status, body } = await send('approve', id, [], { version: before });
      expect([status, body.pzns]).toEqual([409, [one]]);
    });
    expect(unseen).toEqual({});
    const changes = await changesOf(stage, () => ok(send('approve', id, [], { version: after })));
    expect(changes.price_item?.[at(one)]).toMatchObject({ manual_price: '5.01', price_type: 2 });
  });

  test('the highest price there is can be a draft, one cent more cannot', async () => {
    const id = await stage.update('MDP', { [one]: {} });
    const changes = await changesOf(stage, () => ok(send('save', id, [draft(one, 99_999.99)])));
    expect(changes.price_update_item?.[at(one, id)]).toMatchObject({ edited_price: '99999.99' });
    expect((await send('save', id, [draft(one, 100_000)])).status).toBe(422);
  });
});

test('ceasing to be a mirror copies every column of the main list, its counts and flags, as it is', async () => {
  const { pool } = stage.portal.database;
  await pool.query('UPDATE list_version SET flag = 1, qdp_flag = 2 WHERE apo_id = $1 AND product_group = $2', [
    APO,
    'OTC',
  ]);
  await pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, country, parent_apo_id)
     VALUES ($1, 700003, 'token-of-3', 'Filiale', 'Markt 3', '10115', 'Berlin', 'DE', $2)`,
    [BRANCH, APO],
  );
  const row = (pzn: string, group: string, cells: Row = {}) =>
    none({
      apo_id: BRANCH,
      pzn,
      product_group: group,
      calculated_price: '9.99',
      price_type: 0,
      price_old: '9.49',
      ...REFERENCES,
      changed_at: SEEDED,
      // Both lists get their versions in one statement.
      changed_version: expect.stringContaining(`list ${BRANCH}`),
      ...cells,
    });
  const copied = (pzn: string, group: string, cells: Row) =>
    none({
      ...change(pzn, {}),
      apo_id: BRANCH,
      product_group: group,
      event: expect.any(String),
      list_version: expect.stringContaining(`list ${BRANCH}`),
      user_name: 'Tobias Sommer',
      actor: 'subject-Tobias Sommer',
      ...cells,
    });
  const changes = await changesOf(stage, () => ok(stage.sales.delete(`/api/pharmacy/shadow/${APO}/${BRANCH}`)));
  expect(changes.price_item).toEqual({
    [at(one, BRANCH)]: row(one, 'OTC'),
    [at(excluded, BRANCH)]: row(excluded, 'OTC', { price_type: 1 }),
    [at(own, BRANCH)]: row(own, 'OTC', { price_type: 2, manual_price: '8.00' }),
    [at(permanent, BRANCH)]: row(permanent, 'OTC', { price_type: 3, manual_price: '7.00', avp: null }),
    [at(other, BRANCH)]: row(other, 'OTC'),
    [at(testPzn(90), BRANCH)]: row(testPzn(90), 'FREIWAHL'),
    [at(testPzn(91), BRANCH)]: row(testPzn(91), 'FREIWAHL', { price_type: 1 }),
  });
  const flags = changes.list_version as Record<string, Row>;
  expect(flags[`${BRANCH} OTC`]).toMatchObject({
    flag: 1,
    qdp_flag: 2,
    item_count: 4,
    negative_count: 1,
    last_change: SEEDED,
  });
  expect(flags[`${BRANCH} FREIWAHL`]).toMatchObject({ flag: 0, qdp_flag: 0, item_count: 1, negative_count: 1 });
  const expected = [
    copied(testPzn(90), 'FREIWAHL', { new_price: '9.99', new_type: 0 }),
    copied(testPzn(91), 'FREIWAHL', { new_type: 1 }),
    copied(one, 'OTC', { new_price: '9.99', new_type: 0 }),
    copied(excluded, 'OTC', { new_type: 1 }),
    copied(own, 'OTC', { new_price: '8.00', new_type: 2 }),
    copied(permanent, 'OTC', { avp: null, new_price: '7.00', new_type: 3 }),
    copied(other, 'OTC', { new_price: '9.99', new_type: 0 }),
  ];
  const written = Object.values(changes.price_change as Record<string, Row>);
  const byPzn = (a: Row, b: Row) => (String(a.pzn) < String(b.pzn) ? -1 : 1);
  expect([...written].sort(byPzn)).toEqual(expected.sort(byPzn));
  expect(changes.pharmacy?.[BRANCH]).toMatchObject({ parent_apo_id: null });
  // And the other way: everything leaves the list again, and the log keeps what each one cost.
  const gone = await changesOf(stage, () =>
    ok(stage.sales.post('/api/pharmacy/shadow', { pharmacy: APO, shadowPharmacy: BRANCH })),
  );
  expect(Object.values(gone.price_item as Record<string, Row>)).toEqual(Array.from({ length: 7 }, () => GONE));
  expect(gone.pharmacy?.[BRANCH]).toMatchObject({ parent_apo_id: APO });
  const removed = Object.values(gone.price_change as Record<string, Row>).filter(({ pzn }) => pzn === own);
  expect(removed).toEqual([copied(own, 'OTC', { old_price: '8.00', old_type: 2 })]);
});
