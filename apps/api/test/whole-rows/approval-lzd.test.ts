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
  inactive,
  LATER,
  list,
  message,
  none,
  openApprovals,
  outcome,
  own,
  permanent,
  reopen,
  same,
  seen,
  unlisted,
} from './approval-rows.ts';
import { GONE } from './changes.ts';
import { BROUGHT, NOW, REFERENCES, type Stage } from './support.ts';

// Every column of every table before and after an approval and its reopening; expectations by the specification and rule 6.16.

let stage: Stage;
beforeEach(async () => {
  stage = await openApprovals();
});
afterEach(() => stage.close());

test('approving an LZD that updates keeps own, permanent and excluded marks and activates the contract', async () => {
  await stage.portal.database.pool.query('UPDATE pharmacy SET contract_status = 0, active = 0 WHERE apo_id = $1', [
    APO,
  ]);
  const id = await stage.update('LZD', { [own]: {}, [permanent]: {}, [excluded]: {}, [added]: BROUGHT });
  const changes = await approve(stage, 'lzd', id);
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
  expect(await approve(stage, 'lzd', id)).toEqual({
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
    // (8,49 - 8,00) / 1,19 × 40 and (8,49 - 7,00) / 1,19 × 40; eight come or go
    price_update: approved(id, [1647 + 5008, 2, 8, 2, 6]),
    price_update_outcome: {
      [at(own, id)]: outcome(own, id, { price_type: 2, manual_price: '8.00' }),
      [at(permanent, id)]: outcome(permanent, id, { price_type: 3, manual_price: '7.00' }),
      [at(excluded, id)]: outcome(excluded, id, { price_type: 1, price_old: '3.33' }),
      [at(added, id)]: {
        apo_id: APO,
        update_id: id,
        pzn: added,
        listed: false,
        after_type: 0,
        effective: true,
        part: 0,
      },
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
    pharmacy: { [APO]: { active_changed_at: NOW, version: 'new' } },
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
  const changes = await reopen(stage, 'lzd', id);
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
