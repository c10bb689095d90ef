import { describe, expect, test } from '@jest/globals';
import { editAt, NO_EDITS, priceConcerns, putEdit, rebaseEdits, selectAll, selectAllCounter } from '../../src/index.ts';
import { listOf } from './factory.ts';

const edit = (ownPrice: number | null, permanent = false, exclusion = false) => ({ ownPrice, permanent, exclusion });

// Rules 3.15, 4.8 and 4.19.
describe('edits of the price list', () => {
  test('own and permanent prices are prefilled; a row back at its original is no edit', () => {
    const list = listOf([
      { priceType: 3, ownPrice: 450 },
      { priceType: 0, ownPrice: null },
    ]);
    expect(editAt(list, NO_EDITS, 0)).toEqual(edit(450, true));
    const once = putEdit(list, NO_EDITS, 0, edit(460, true));
    expect([...once]).toEqual([['00000001', edit(460, true)]]);
    expect(putEdit(list, once, 0, edit(450, true)).size).toBe(0);
  });

  test("'select all' of permanent reaches unblocked rows with a price and no exclusion", () => {
    const list = listOf(
      [{ ownPrice: 100, priceType: 2 }, {}, { priceType: 1 }, { ownPrice: 100, priceType: 2 }],
      ['00000004'],
    );
    const rows = [0, 1, 2, 3];
    expect(selectAllCounter(list, rows, 'permanent')(NO_EDITS)).toEqual({ reachable: 1, ticked: 0 });
    const ticked = selectAll(list, NO_EDITS, rows, 'permanent', true);
    expect([...ticked]).toEqual([['00000001', edit(100, true)]]);
    expect(selectAll(list, ticked, rows, 'permanent', false).size).toBe(0);
  });

  test("'select all' of exclusion reaches unblocked rows that are no exclusions yet and clears permanent", () => {
    const list = listOf([{ ownPrice: 100, priceType: 3 }, {}, { priceType: 1 }, {}], ['00000004']);
    const ticked = selectAll(list, NO_EDITS, [0, 1, 2, 3], 'exclusion', true);
    expect([...ticked]).toEqual([
      ['00000001', edit(100, false, true)],
      ['00000002', edit(null, false, true)],
    ]);
    expect(selectAllCounter(list, [0, 1, 2, 3], 'exclusion')(ticked)).toEqual({ reachable: 2, ticked: 2 });
  });

  test.each([
    ['nothing', [], { reachable: 2, ticked: 1 }],
    ['a new permanent price', [['00000002', edit(500, true)]], { reachable: 3, ticked: 2 }],
    ['a new own price', [['00000002', edit(500)]], { reachable: 3, ticked: 1 }],
    ['a tick', [['00000001', edit(100, true)]], { reachable: 2, ticked: 2 }],
    ['a permanent price that is cleared', [['00000003', edit(null)]], { reachable: 1, ticked: 0 }],
    ['an exclusion', [['00000001', edit(100, false, true)]], { reachable: 1, ticked: 1 }],
    ['a row that the filter hides', [['00000004', edit(300, true)]], { reachable: 2, ticked: 1 }],
    ['a product that has left the list', [['99999999', edit(1, true)]], { reachable: 2, ticked: 1 }],
  ] as const)('the count for permanent follows what is edited: %s', (_, edits, counts) => {
    const list = listOf([
      { ownPrice: 100, priceType: 2 },
      {},
      { ownPrice: 200, priceType: 3 },
      { ownPrice: 300, priceType: 2 },
    ]);
    const count = selectAllCounter(list, [0, 1, 2], 'permanent');
    count(new Map([['00000001', edit(9, true)]])); // of a keystroke before
    expect(count(new Map(edits))).toEqual(counts);
  });

  test('carried to a newer list, edits of blocked and vanished products are named and stored ones fall away', () => {
    const list = listOf([{ ownPrice: 300, priceType: 2 }, {}, {}], ['00000002']);
    const result = rebaseEdits(list, [
      ['00000001', edit(300)],
      ['00000002', edit(1)],
      ['00000003', edit(5)],
      ['99999999', edit(1)],
    ]);
    expect([...result.edits]).toEqual([['00000003', edit(5)]]);
    expect(result.dropped).toEqual(['00000002', '99999999']);
  });
});

describe('prices worth a second look', () => {
  const list = listOf([{ calculatedPrice: 1000, aep: 400 }, { calculatedPrice: null, avp: 1000 }, {}]);
  test.each([
    [0, edit(1500), []],
    [0, edit(1501), ['strongDeviation']],
    [0, edit(500), []],
    [0, edit(99), ['strongDeviation', 'belowPurchasePrice']],
    [0, edit(99, false, true), []],
    [0, edit(null), []],
    [1, edit(99), ['strongDeviation']],
    [2, edit(99), []],
  ])('row %i with %j gives %j', (row, entered, concerns) => {
    expect(priceConcerns(list, row, entered)).toEqual(concerns);
  });
});
