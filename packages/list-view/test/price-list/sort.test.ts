import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compareGerman,
  effectivePriceAt,
  differenceAt,
  prepareNames,
  PRICE_LIST_SORT_KEYS,
  type PriceListModel,
  type PriceListSortKey,
  sortIndex,
} from '../../src/index.ts';
import { listOf, numbers } from './factory.ts';

// Rules 2.16 and 4.2.
describe('sorting the price list', () => {
  test('texts follow German collation, nulls come last in both directions, ties go by PZN', () => {
    const list = listOf([
      { brand: 'Zeta' },
      { brand: null },
      { brand: 'Ähre' },
      { brand: 'Azur' },
      { brand: 'ähre' },
      { brand: 'Azur' },
    ]);
    expect(numbers(list, sortIndex(list, 'brand'))).toEqual([5, 3, 4, 6, 1, 2]);
    expect(numbers(list, sortIndex(list, 'brand', true))).toEqual([1, 4, 6, 3, 5, 2]);
  });

  test('PZNs are ordered even when the list does not come in their order', () => {
    const list = listOf([{ pzn: '00000003' }, { pzn: '00000001' }, { pzn: '00000002' }]);
    expect(numbers(list, sortIndex(list, 'pzn'))).toEqual([1, 2, 3]);
    expect(numbers(list, sortIndex(list, 'pzn', true))).toEqual([3, 2, 1]);
    const tied = listOf([{ pzn: '00000003' }, { pzn: '00000001' }]);
    expect(numbers(tied, sortIndex(tied, 'name', true))).toEqual([1, 3]);
  });

  test('the price column sorts by the price that reaches the till; an exclusion has none', () => {
    const list = listOf([
      { calculatedPrice: 500 },
      { calculatedPrice: 900, ownPrice: 400, priceType: 2 },
      { calculatedPrice: 100, priceType: 1 },
      { calculatedPrice: 450, ownPrice: 700, priceType: 3 },
    ]);
    expect(numbers(list, sortIndex(list, 'effectivePrice'))).toEqual([2, 1, 4, 3]);
  });

  test('differences use the own price where there is one, and the entered price while editing', () => {
    // +25 %, +10 % (own 1100), none (AVP 0), -50 %
    const list = listOf([
      { avp: 1000, calculatedPrice: 1250 },
      { avp: 1000, calculatedPrice: 2000, ownPrice: 1100, priceType: 2 },
      { avp: 0, calculatedPrice: 100 },
      { avp: 1000, calculatedPrice: 500 },
    ]);
    expect([0, 1, 2, 3].map((row) => differenceAt(list, row, 'avp'))).toEqual([25, 10, null, -50]);
    expect(numbers(list, sortIndex(list, 'diffAvp'))).toEqual([4, 2, 1, 3]);
    const edits = new Map([['00000004', { ownPrice: 3000, permanent: false, exclusion: false }]]);
    expect(numbers(list, sortIndex(list, 'diffAvp', false, edits))).toEqual([2, 1, 4, 3]);
    expect(numbers(list, sortIndex(list, 'diffAvp'))).toEqual([4, 2, 1, 3]);
  });

  test('every key gives a permutation in order, nulls last, ties by PZN', () => {
    const price = fc.option(fc.integer({ min: 0, max: 300 }), { nil: null });
    const cluster = fc.constantFrom(0 as const, 1 as const, 2 as const, null);
    const text = fc.constantFrom('a', 'A', 'ä', 'b', 'Öl', 'o', 'ß', 'ss', '');
    const entry = fc.record({
      name: text,
      producer: text,
      brand: fc.option(text, { nil: null }),
      normSize: fc.option(text, { nil: null }),
      atc: fc.option(text, { nil: null }),
      peCluster: cluster,
      vhCluster: cluster,
      units: price,
      avp: price,
      aep: price,
      vhp: price,
      priceMin: price,
      priceAvg: price,
      priceMax: price,
      calculatedPrice: price,
      ownPrice: price,
      date: fc.integer({ min: 0, max: 5 }),
      priceType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 25 }),
        fc.constantFrom(...PRICE_LIST_SORT_KEYS),
        fc.boolean(),
        fc.boolean(),
        (entries, key, reversed, prepared) => {
          const list = listOf(entries);
          if (prepared) for (const _ of prepareNames(list)); // as a list that has been loaded
          const order = [...sortIndex(list, key, reversed)];
          expect(order.toSorted((a, b) => a - b)).toEqual(entries.map((_, row) => row));
          for (let place = 1; place < order.length; place++) {
            const before = order[place - 1] as number;
            const after = order[place] as number;
            expect(precedes(list, key, reversed, before, after)).toBe(true);
          }
        },
      ),
    );
  });
});

/** The requirement written out for two neighbours. */
function precedes(list: PriceListModel, key: PriceListSortKey, reversed: boolean, a: number, b: number): boolean {
  const [left, right] = [valueOf(list, key, a), valueOf(list, key, b)];
  if (left === null || right === null) return right === null && (left !== null || a < b);
  const order = typeof left === 'string' ? compareGerman(left, right as string) : left - (right as number);
  return order === 0 ? a < b : order < 0 !== reversed;
}

function valueOf(list: PriceListModel, key: PriceListSortKey, row: number): string | number | null {
  switch (key) {
    case 'diffAvp':
      return differenceAt(list, row, 'avp');
    case 'diffAep':
      return differenceAt(list, row, 'aep');
    case 'diffVhp':
      return differenceAt(list, row, 'vhp');
    case 'diffRpMin':
      return differenceAt(list, row, 'priceMin');
    case 'diffRpAvg':
      return differenceAt(list, row, 'priceAvg');
    case 'diffRpMax':
      return differenceAt(list, row, 'priceMax');
    case 'effectivePrice':
      return effectivePriceAt(list, row);
    default:
      return list.columns[key][row] ?? null;
  }
}
