import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  added,
  APO,
  approve,
  approved,
  at,
  calculated,
  change,
  edited,
  effective,
  entry,
  excluded,
  fresh,
  LATER,
  list,
  message,
  none,
  openApprovals,
  outcome,
  own,
  permanent,
  reopen,
  rows,
  same,
  seen,
} from './approval-rows.ts';
import { GONE } from './changes.ts';
import { BROUGHT, NOW, TAKEN, type Stage } from './support.ts';

// Every column of every table before and after an approval and its reopening; expectations by the specification and rule 6.16.

let stage: Stage;
beforeEach(async () => {
  stage = await openApprovals();
});
afterEach(() => stage.close());

// Rule 14.36.
test('approving an MDP writes what it says and nothing else; reopening takes exactly that back', async () => {
  const id = await stage.update('MDP', rows);
  expect(await approve(stage, 'mdp', id)).toEqual({
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
    // (8,49 - 9,99) / 1,19 × 55, (8,49 - 8,00) / 1,19 × 12 and (5,01 - 9,99) / 1,19 × 40
    price_update: approved(id, [-6933 + 494 - 16_739, 3, 0, 0, 0]),
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
  expect(await reopen(stage, 'mdp', id)).toEqual({
    price_item: {
      [at(calculated)]: {
        calculated_price: '9.99',
        price_old: '8.49',
        avp: '12.50',
        aep: '5.10',
        vhp: '8.80',
        price_min: '7.77',
        price_avg: '9.10',
        price_max: '11.11',
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
        effect_cents: null,
        effect_rows: null,
        effect_missing: null,
        effect_added: null,
        effect_leaving: null,
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
    history_entry: { 1: { ...entry('mdp', id, 'Freigabe zurückgenommen'), ...by, by_staff: true } },
  });
});

test('approving a QDP adds new products whole and keeps own prices; reopening takes them off again', async () => {
  const id = await stage.update('QDP', { [own]: { true_price: '9.00' }, [added]: BROUGHT });
  expect(await approve(stage, 'qdp', id)).toEqual({
    price_item: { [at(own)]: { calculated_price: '9.00' }, [at(added)]: fresh() },
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW, item_count: 9 } },
    price_update: approved(id, [0, 0, 1, 1, 0]),
    price_update_outcome: {
      [at(own, id)]: outcome(own, id, {
        price_type: 2,
        manual_price: '8.00',
        after_type: 2,
        after_manual: '8.00',
        effective: false,
      }),
      [at(added, id)]: {
        apo_id: APO,
        update_id: id,
        pzn: added,
        listed: false,
        after_type: 0,
        effective: true,
        part: 0,
      },
    },
    price_change: {
      1: change(added, { avp: '13.00', new_price: '8.49', new_type: 0, event: 'Quartalsupdate freigegeben' }),
    },
    history_entry: { 1: entry('qdp', id, 'Quartalsupdate freigegeben') },
    outbox: { 1: message('QDP', id) },
  });

  const by = { user_name: 'Tobias Sommer', actor: 'subject-Tobias Sommer', created_at: LATER };
  expect(await reopen(stage, 'qdp', id)).toEqual({
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
        effect_cents: null,
        effect_rows: null,
        effect_missing: null,
        effect_added: null,
        effect_leaving: null,
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
    history_entry: { 1: { ...entry('qdp', id, 'Freigabe zurückgenommen'), ...by, by_staff: true } },
  });
});

test('a package that brings nothing new touches no row and writes no log', async () => {
  const id = await stage.update('MDP', { [same]: { true_price: '9.99' } });
  expect(await approve(stage, 'mdp', id)).toEqual({
    list_version: { [`${APO} OTC`]: { version: list(), last_change: NOW } },
    price_update: approved(id),
    price_update_outcome: { [at(same, id)]: outcome(same, id, { effective: false }) },
    history_entry: { 1: entry('mdp', id, 'Monatsupdate freigegeben (keine Preisänderung)', { has_log: false }) },
    outbox: { 1: message('MDP', id) },
  });
});
