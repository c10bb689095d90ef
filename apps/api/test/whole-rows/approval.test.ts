import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { testPzn } from '../support/seed.ts';
import { GONE, type Row } from './changes.ts';
import { BROUGHT, changesOf, NOW, ok, openStage, REFERENCES, SEEDED, type Stage, TAKEN } from './support.ts';

// Every column of every table before and after an approval and its reopening; expectations by the specification and rule 6.16.

const [calculated, excluded, own, permanent, same, seen, unlisted, inactive, edited, added] = Array.from(
  { length: 10 },
  (_, n) => testPzn(n + 1),
) as [string, string, string, string, string, string, string, string, string, string];
const LATER = '2026-03-12T10:00:00.000Z';
const APO = 500_001;
const at = (pzn: string, update?: number) => `${update ?? APO} ${pzn}`;
const list = (group = 'OTC') => `list ${APO} ${group}`;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', {
    [calculated]: {},
    [excluded]: { price_type: 1, price_old: '3.33' },
    [own]: { price_type: 2, manual_price: '8.00' },
    [permanent]: { price_type: 3, manual_price: '7.00' },
    [same]: {},
    [seen]: {},
    [unlisted]: {},
    [inactive]: {},
    [edited]: { avp: null },
  });
});
afterEach(() => stage.close());

const rows: Record<string, Row> = {
  [calculated]: { ...BROUGHT, avp_old: '1.01', ravp: '1.02', ravp_national: '1.03', true_price_old: '1.04' },
  [excluded]: {},
  [own]: { units: 12 },
  [permanent]: { avp: '13.50' },
  [same]: { true_price: '9.99', avp: '12.50', units: 40 },
  [seen]: { true_price: '9.99', avp: '12.75' },
  [inactive]: { ...BROUGHT, inactive: true },
  [edited]: { edited_price: '5.01', edited_permanent: false, edited_ignore: false, edited_version: 1 },
};
const path = (kind: string, id: number, step: string) => `/api/price/${step}/${kind}/${stage.pharmacy.path}/${id}/OTC`;
const approve = (kind: string, id: number, products: Row[] = []) =>
  changesOf(stage, () => ok(stage.owner.put(path(kind, id, 'approve'), { products })));
const reopen = async (kind: string, id: number) => {
  stage.portal.clock.set(LATER);
  return changesOf(stage, () => ok(stage.sales.delete(path(kind, id, 'approve'))));
};

/** A price change as everything of a package writes it. */
const change = (pzn: string, cells: Row) => ({
  apo_id: APO,
  pzn,
  product_group: 'OTC',
  created_at: NOW,
  user_name: 'Anna Berger',
  actor: 'subject-Anna Berger',
  avp: '12.50',
  list_version: list(),
  history_id: 'entry 1',
  ...cells,
});
/** The row before the approval, as it is kept to be restored. */
const outcome = (pzn: string, id: number, cells: Row) => ({
  update_id: id,
  pzn,
  listed: true,
  ...REFERENCES,
  calculated_price: '9.99',
  price_type: 0,
  price_old: '9.49',
  changed_at: new Date(SEEDED).toISOString(),
  after_type: 0,
  effective: true,
  ...cells,
});
const entry = (kind: string, id: number, event: string, more: Row = {}) => ({
  apo_id: APO,
  created_at: NOW,
  product_type: 'OTC',
  event,
  [`${kind}_import_id`]: id,
  has_log: true,
  user_name: 'Anna Berger',
  actor: 'subject-Anna Berger',
  ...more,
});
const message = (kind: string, importId: number) => ({
  kind: 'taskClosed',
  payload: {
    outcome: 'approved',
    closedAt: NOW,
    closedBy: 'Anna Berger',
    task: { kind, importId, productGroup: 'OTC' },
    pharmacy: { apoId: APO, crmCompanyId: 700_001 },
  },
  apo_id: APO,
  status: 'waiting',
  attempts: 0,
  created_at: NOW,
  next_attempt_at: NOW,
});
const approved = (id: number, version = list()) => ({
  [id]: {
    status: 1,
    updated_at: NOW,
    approver: 'Anna Berger',
    approved_at: NOW,
    version: `package ${id}`,
    approved_list_version: version,
  },
});
const effective = { changed_at: NOW, changed_version: list() };
const none = (cells: Row) => Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null));

test('approving an MDP writes what it says and nothing else; reopening takes exactly that back', async () => {
  const id = await stage.update('MDP', rows);
  expect(await approve('mdp', id)).toEqual({
    price_item: {
      [at(calculated)]: { ...TAKEN, calculated_price: '8.49', price_old: '9.99', ...effective },
      // An exclusion and a permanent price stay what they are; what the package says of them is kept with them.
      [at(excluded)]: { calculated_price: '8.49' },
      [at(permanent)]: { calculated_price: '8.49', avp: '13.50' },
      [at(own)]: {
        calculated_price: '8.49',
        manual_price: null,
        price_type: 0,
        price_old: '8.00',
        units: 12,
        ...effective,
      },
      [at(seen)]: { avp: '12.75' },
      [at(edited)]: {
        calculated_price: '8.49',
        manual_price: '5.01',
        price_type: 2,
        price_old: '9.99',
        ...effective,
      },
    },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW } },
    price_update: approved(id),
    price_update_outcome: {
      [at(calculated, id)]: outcome(calculated, id, {}),
      [at(excluded, id)]: outcome(excluded, id, { price_type: 1, price_old: '3.33', after_type: 1, effective: false }),
      [at(own, id)]: outcome(own, id, { price_type: 2, manual_price: '8.00' }),
      [at(permanent, id)]: outcome(permanent, id, {
        price_type: 3,
        manual_price: '7.00',
        after_type: 3,
        after_manual: '7.00',
        effective: false,
      }),
      [at(same, id)]: outcome(same, id, { effective: false }),
      [at(seen, id)]: outcome(seen, id, { effective: false }),
      [at(edited, id)]: none(outcome(edited, id, { avp: null, after_type: 2, after_manual: '5.01' })),
    },
    price_change: Object.fromEntries(
      [
        change(calculated, { avp: '13.00', old_price: '9.99', new_price: '8.49', old_type: 0, new_type: 0 }),
        change(own, { old_price: '8.00', new_price: '8.49', old_type: 2, new_type: 0 }),
        none(change(edited, { avp: null, old_price: '9.99', new_price: '5.01', old_type: 0, new_type: 2 })),
      ]
        .sort((one, other) => (String(one.pzn) < String(other.pzn) ? -1 : 1))
        .map((row, n) => [n + 1, { ...row, event: 'Monatsupdate freigegeben' }]),
    ),
    history_entry: { 1: entry('mdp', id, 'Monatsupdate freigegeben') },
    outbox: { 1: message('MDP', id) },
  });

  const back = { changed_at: LATER, changed_version: list() };
  const by = { user_name: 'Tobias Sommer', actor: 'subject-Tobias Sommer', created_at: LATER };
  expect(await reopen('mdp', id)).toEqual({
    price_item: {
      [at(calculated)]: {
        calculated_price: '9.99',
        price_old: '8.49',
        avp: '12.50',
        aep: '5.10',
        vhp: '8.80',
        price_avg: '9.10',
        pe_cluster: 1,
        vh_cluster: 2,
        units: 40,
        ...back,
      },
      [at(excluded)]: { calculated_price: '9.99' },
      [at(permanent)]: { calculated_price: '9.99', avp: '12.50' },
      [at(own)]: {
        calculated_price: '9.99',
        manual_price: '8.00',
        price_type: 2,
        price_old: '8.49',
        units: 40,
        ...back,
      },
      [at(seen)]: { avp: '12.50' },
      [at(edited)]: { calculated_price: '9.99', manual_price: null, price_type: 0, price_old: '5.01', ...back },
    },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: LATER } },
    price_update: {
      [id]: {
        status: 0,
        updated_at: LATER,
        // Flag 0: at the end of the fifth calendar day, here of Tuesday, 17 March, in Berlin.
        auto_action_at: '2026-03-17T23:00:00.000Z',
        auto_action: 'approve',
        reopened_at: LATER,
        approver: null,
        approved_at: null,
        version: `package ${id}`,
        approved_list_version: null,
      },
    },
    price_update_outcome: Object.fromEntries(
      [calculated, excluded, own, permanent, same, seen, edited].map((pzn) => [at(pzn, id), GONE]),
    ),
    price_change: Object.fromEntries(
      [
        change(calculated, { old_price: '8.49', new_price: '9.99', old_type: 0, new_type: 0 }),
        change(own, { old_price: '8.49', new_price: '8.00', old_type: 0, new_type: 2 }),
        none(change(edited, { avp: null, old_price: '5.01', new_price: '9.99', old_type: 2, new_type: 0 })),
      ]
        .sort((one, other) => (String(one.pzn) < String(other.pzn) ? -1 : 1))
        .map((row, n) => [n + 1, { ...row, event: 'Freigabe zurückgenommen', ...by }]),
    ),
    history_entry: { 1: { ...entry('mdp', id, 'Freigabe zurückgenommen'), ...by } },
  });
});

const fresh = (cells: Row = {}) => ({
  apo_id: APO,
  pzn: added,
  product_group: 'OTC',
  calculated_price: '8.49',
  price_type: 0,
  ...TAKEN,
  ...effective,
  ...cells,
});

test('approving a QDP adds new products whole and keeps own prices; reopening takes them off again', async () => {
  const id = await stage.update('QDP', { [own]: { true_price: '9.00' }, [added]: BROUGHT });
  expect(await approve('qdp', id)).toEqual({
    price_item: { [at(own)]: { calculated_price: '9.00' }, [at(added)]: fresh() },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW, item_count: 9 } },
    price_update: approved(id),
    price_update_outcome: {
      [at(own, id)]: outcome(own, id, {
        price_type: 2,
        manual_price: '8.00',
        after_type: 2,
        after_manual: '8.00',
        effective: false,
      }),
      [at(added, id)]: { update_id: id, pzn: added, listed: false, after_type: 0, effective: true },
    },
    price_change: {
      1: change(added, { avp: '13.00', new_price: '8.49', new_type: 0, event: 'Quartalsupdate freigegeben' }),
    },
    history_entry: { 1: entry('qdp', id, 'Quartalsupdate freigegeben') },
    outbox: { 1: message('QDP', id) },
  });

  const by = { user_name: 'Tobias Sommer', actor: 'subject-Tobias Sommer', created_at: LATER };
  expect(await reopen('qdp', id)).toEqual({
    price_item: { [at(own)]: { calculated_price: '9.99' }, [at(added)]: GONE },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: LATER, item_count: 8 } },
    price_update: {
      [id]: {
        status: 0,
        updated_at: LATER,
        // Flag 0: the first 23rd after the reopening, at 00:00 in Berlin; then it is deleted.
        auto_action_at: '2026-03-22T23:00:00.000Z',
        auto_action: 'delete',
        reopened_at: LATER,
        approver: null,
        approved_at: null,
        version: `package ${id}`,
        approved_list_version: null,
      },
    },
    price_update_outcome: { [at(own, id)]: GONE, [at(added, id)]: GONE },
    price_change: {
      1: {
        ...change(added, { avp: '13.00', old_price: '8.49', old_type: 0 }),
        event: 'Freigabe zurückgenommen',
        ...by,
      },
    },
    history_entry: { 1: { ...entry('qdp', id, 'Freigabe zurückgenommen'), ...by } },
  });
});

test('approving an LZD that updates keeps own, permanent and excluded marks and activates the contract', async () => {
  await stage.portal.database.pool.query('UPDATE pharmacy SET contract_status = 0, active = 0 WHERE apo_id = $1', [
    APO,
  ]);
  const id = await stage.update('LZD', { [own]: {}, [permanent]: {}, [excluded]: {}, [added]: BROUGHT });
  const changes = await approve('lzd', id);
  expect(changes).toMatchObject({
    pharmacy: { [APO]: { contract_status: 1, active: 1 } },
    price_item: {
      [at(own)]: { calculated_price: '8.49' },
      [at(permanent)]: { calculated_price: '8.49' },
      [at(excluded)]: { calculated_price: '8.49' },
      [at(added)]: fresh(),
    },
    price_change: {
      1: change(added, { avp: '13.00', new_price: '8.49', new_type: 0, event: 'Neuberechnung freigegeben' }),
    },
    history_entry: {
      1: entry('lzd', id, 'Neuberechnung freigegeben'),
      2: entry('lzd', id, 'Vertrag aktiviert', { has_log: false }),
    },
  });
  expect(Object.keys(changes.price_item ?? {}).length).toBe(4);
});

test('approving an LZD that resets replaces the list, marks included; reopening brings every row back', async () => {
  const id = await stage.update(
    'LZD',
    { [own]: { avp: '12.60' }, [permanent]: {}, [excluded]: {}, [added]: BROUGHT },
    { reset_choice: 0 },
  );
  const dropped = [calculated, same, seen, unlisted, inactive, edited];
  // On a list that exists it is a new calculation, not a first one.
  const event = 'Neuberechnung freigegeben';
  const off = (pzn: string) =>
    none(change(pzn, { avp: pzn === edited ? null : '12.50', old_price: '9.99', old_type: 0, event }));
  expect(await approve('lzd', id)).toEqual({
    price_item: {
      [at(own)]: {
        calculated_price: '8.49',
        manual_price: null,
        price_type: 0,
        price_old: '8.00',
        avp: '12.60',
        ...effective,
      },
      [at(permanent)]: {
        calculated_price: '8.49',
        manual_price: null,
        price_type: 0,
        price_old: '7.00',
        ...effective,
      },
      [at(excluded)]: { calculated_price: '8.49', price_type: 0, price_old: null, ...effective },
      [at(added)]: fresh(),
      ...Object.fromEntries(dropped.map((pzn) => [at(pzn), GONE])),
    },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW, item_count: 4, negative_count: 0 } },
    price_update: approved(id),
    price_update_outcome: {
      [at(own, id)]: outcome(own, id, { price_type: 2, manual_price: '8.00' }),
      [at(permanent, id)]: outcome(permanent, id, { price_type: 3, manual_price: '7.00' }),
      [at(excluded, id)]: outcome(excluded, id, { price_type: 1, price_old: '3.33' }),
      [at(added, id)]: { update_id: id, pzn: added, listed: false, after_type: 0, effective: true },
      ...Object.fromEntries(
        dropped.map((pzn) => [
          at(pzn, id),
          none(outcome(pzn, id, { after_type: null, ...(pzn === edited ? { avp: null } : {}) })),
        ]),
      ),
    },
    price_change: Object.fromEntries(
      [
        change(own, { avp: '12.60', old_price: '8.00', new_price: '8.49', old_type: 2, new_type: 0, event }),
        change(permanent, { old_price: '7.00', new_price: '8.49', old_type: 3, new_type: 0, event }),
        change(excluded, { new_price: '8.49', old_type: 1, new_type: 0, event }),
        change(added, { avp: '13.00', new_price: '8.49', new_type: 0, event }),
        ...dropped.map(off),
      ]
        .sort((one, other) => (String(one.pzn) < String(other.pzn) ? -1 : 1))
        .map((row, n) => [n + 1, row]),
    ),
    history_entry: { 1: entry('lzd', id, event) },
    outbox: { 1: message('LZD', id) },
  });

  const back = { changed_at: LATER, changed_version: list() };
  const returned = (pzn: string) =>
    none({
      apo_id: APO,
      pzn,
      product_group: 'OTC',
      calculated_price: '9.99',
      price_type: 0,
      ...REFERENCES,
      ...(pzn === edited ? { avp: null } : {}),
      ...back,
    });
  const changes = await reopen('lzd', id);
  expect(changes.price_item).toEqual({
    [at(own)]: {
      calculated_price: '9.99',
      manual_price: '8.00',
      price_type: 2,
      price_old: '8.49',
      avp: '12.50',
      ...back,
    },
    [at(permanent)]: { calculated_price: '9.99', manual_price: '7.00', price_type: 3, price_old: '8.49', ...back },
    [at(excluded)]: { calculated_price: '9.99', price_type: 1, price_old: '8.49', ...back },
    [at(added)]: GONE,
    // They were not on the list a moment ago, so there is no former price.
    ...Object.fromEntries(dropped.map((pzn) => [at(pzn), returned(pzn)])),
  });
  expect(changes.list_version).toEqual({
    [`${APO} OTC`]: { version: list(), last_change: LATER, item_count: 8, negative_count: 1 },
  });
  // An LZD never has a deadline, and the contract stays as it is.
  expect(changes.price_update?.[id]).not.toHaveProperty('auto_action_at');
  expect(changes).not.toHaveProperty('pharmacy');
});

test('a package that brings nothing new touches no row and writes no log', async () => {
  const id = await stage.update('MDP', { [same]: { true_price: '9.99' } });
  expect(await approve('mdp', id)).toEqual({
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW } },
    price_update: approved(id),
    price_update_outcome: { [at(same, id)]: outcome(same, id, { effective: false }) },
    history_entry: { 1: entry('mdp', id, 'Monatsupdate freigegeben (keine Preisänderung)', { has_log: false }) },
    outbox: { 1: message('MDP', id) },
  });
});
