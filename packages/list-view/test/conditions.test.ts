import { describe, expect, test } from '@jest/globals';
import { roundHalfAway } from '@portal/rules';
import fc from 'fast-check';
import {
  COMPARISONS,
  type Condition,
  conditionsIndex,
  conditionType,
  conditionValues,
  formatConditions,
  parseConditions,
  PRICE_LIST_SORT_KEYS,
  priceListValues,
  sortPriceList,
} from '../src/index.ts';
import { listOf, numbers } from './price-list/factory.ts';

const LIST = listOf([
  { name: 'A', producer: 'Bayer', avp: 1000, calculatedPrice: 1100, units: 5, peCluster: 0 },
  { name: 'B', producer: 'Hexal', avp: 2000, calculatedPrice: 1800, units: 4, peCluster: 2 },
  { name: 'C', producer: 'bayer', avp: 300, calculatedPrice: 450, units: null, peCluster: 1 },
  { name: 'D', producer: 'Ratio', avp: null, calculatedPrice: 500, units: 9, peCluster: null },
]);

function kept(...conditions: Condition[]): number[] {
  const columnOf = (key: string) =>
    key === 'unknown' ? undefined : priceListValues(LIST, key as (typeof PRICE_LIST_SORT_KEYS)[number], new Map());
  const mask = conditionsIndex(LIST.count, conditions, columnOf);
  return mask ? [...mask.keys()].filter((row) => mask[row] === 1).map((row) => row + 1) : [1, 2, 3, 4];
}
const number = (key: string, is: (typeof COMPARISONS)[number], than: number, to: number | null = null): Condition => ({
  key,
  is,
  than,
  to,
});

describe('conditions (rule 2.23)', () => {
  test('compare prices in cents, both ends of a range included, and leave out what has no value', () => {
    expect(kept(number('avp', 'above', 300))).toEqual([1, 2]);
    expect(kept(number('avp', 'atLeast', 300))).toEqual([1, 2, 3]);
    expect(kept(number('avp', 'below', 1000))).toEqual([3]);
    expect(kept(number('avp', 'atMost', 1000))).toEqual([1, 3]);
    expect(kept(number('avp', 'between', 300, 1000))).toEqual([1, 3]);
    expect(kept(number('units', 'atLeast', 0))).toEqual([1, 2, 4]);
  });

  test('look at what the difference is with what is entered', () => {
    // 11,00 and 4,50 against 10,00 and 3,00
    expect(kept(number('diffAvp', 'atLeast', 10))).toEqual([1, 3]);
    const edits = new Map([['00000001', { ownPrice: 1_000, permanent: false, exclusion: false }]]);
    expect(priceListValues(LIST, 'diffAvp', edits)[0]).toBe(0);
  });

  test('compare percentages as they are shown', () => {
    const list = listOf([{ avp: 2999, calculatedPrice: 3298 }]); // 9,97 %, shown as 10,0 %
    const columnOf = () => priceListValues(list, 'diffAvp', new Map());
    expect(conditionsIndex(1, [number('diffAvp', 'atLeast', 10)], columnOf)).toEqual(Uint8Array.of(1));
    expect(conditionsIndex(1, [number('diffAvp', 'below', 10)], columnOf)).toEqual(Uint8Array.of(0));
  });

  test('all hold at once; texts are one of several in any letter case, elasticities by their code', () => {
    expect(kept({ key: 'producer', is: 'oneOf', values: ['BAYER', 'RATIO'] })).toEqual([1, 3, 4]);
    expect(kept({ key: 'producer', is: 'oneOf', values: ['BAYER'] }, number('avp', 'above', 500))).toEqual([1]);
    expect(kept({ key: 'peCluster', is: 'oneOf', values: ['0', '2'] })).toEqual([1, 2]);
  });

  test('one about a column that is not known keeps all rows', () => {
    expect(kept(number('unknown', 'above', 1))).toEqual([1, 2, 3, 4]);
    expect(kept(number('unknown', 'above', 1), number('avp', 'above', 1000))).toEqual([2]);
  });

  test('offer each text once, in upper case and German order', () => {
    expect(conditionValues(LIST.columns.producer)).toEqual(['BAYER', 'HEXAL', 'RATIO']);
    expect(conditionValues([2, null, 0, 2])).toEqual(['0', '2']);
  });

  test('are about every column that is sorted but the PZN, the name and the day', () => {
    const without = PRICE_LIST_SORT_KEYS.filter((key) => conditionType(key) === undefined);
    expect(without).toEqual(['pzn', 'name', 'date']);
  });

  test('keep just the rows whose shown value compares so', () => {
    const cents = fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(fc.record({ avp: cents, calculatedPrice: cents }), { maxLength: 20 }),
        fc.constantFrom(...COMPARISONS),
        fc.integer({ min: -500, max: 500 }).map((tenths) => tenths / 10),
        fc.integer({ min: 0, max: 100 }),
        (entries, is, than, width) => {
          const list = listOf(entries);
          const mask = conditionsIndex(list.count, [number('diffAvp', is, than, than + width)], () =>
            priceListValues(list, 'diffAvp', new Map()),
          );
          const expected = entries.map(({ avp, calculatedPrice }) => {
            if (avp === null || calculatedPrice === null) return 0;
            const shown = roundHalfAway(((calculatedPrice - avp) * 100) / avp, 1);
            const holds = { above: shown > than, atLeast: shown >= than, below: shown < than, atMost: shown <= than };
            return Number(is === 'between' ? shown >= than && shown <= than + width : holds[is]);
          });
          expect([...(mask as Uint8Array)]).toEqual(expected);
        },
      ),
    );
  });
});

describe('conditions in an address (rule 2.22)', () => {
  test('are short to read', () => {
    const conditions: Condition[] = [
      number('diffAvp', 'above', 10),
      number('avp', 'between', 500, 1000),
      { key: 'producer', is: 'oneOf', values: ['BAYER', 'A;B|C%'] },
    ];
    const text = 'diffAvp>10;avp..500,1000;producer=BAYER|A%3bB%7cC%25';
    expect(formatConditions(conditions)).toBe(text);
    expect(parseConditions(text, ['diffAvp', 'avp', 'producer'])).toEqual(conditions);
  });

  test('come back as they were written', () => {
    const comparison = fc.record({
      key: fc.constantFrom('avp', 'units', 'diffAvp', 'change'),
      is: fc.constantFrom(...COMPARISONS),
      than: fc.integer({ min: -100_000, max: 10_000_000 }).map((tenths) => tenths / 10),
    });
    const compared = comparison.map((one): Condition => ({ ...one, to: one.is === 'between' ? one.than + 1 : null }));
    const chosen = fc.record({
      key: fc.constantFrom('producer', 'brand'),
      is: fc.constant('oneOf' as const),
      values: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(compared, chosen), { maxLength: 6 }), (conditions) => {
        const keys = ['avp', 'units', 'diffAvp', 'change', 'producer', 'brand'];
        expect(parseConditions(formatConditions(conditions), keys)).toEqual(conditions);
      }),
    );
  });

  test.each(['', ';;', 'avp', 'avp>', 'avp>x', 'avp=5', 'producer>5', 'nothing>5', 'avp..5,x', 'pzn>5', '>5'])(
    'that cannot be read are left out: %p',
    (text) => {
      expect(parseConditions(text, ['avp', 'producer', 'pzn'])).toEqual([]);
    },
  );
});

test('later sort keys order what the first ones leave equal, at last the PZN', () => {
  const list = listOf([
    { producer: 'B', avp: 200, name: 'x' },
    { producer: 'A', avp: 100, name: 'y' },
    { producer: 'B', avp: 300, name: 'y' },
    { producer: 'A', avp: 100, name: 'x' },
  ]);
  const order = (...sorts: Parameters<typeof sortPriceList>[1]) => numbers(list, sortPriceList(list, sorts, new Map()));
  const by = (key: 'producer' | 'avp' | 'name' | 'pzn', reversed = false) => ({ key, reversed });
  expect(order(by('producer'), by('avp', true))).toEqual([2, 4, 3, 1]);
  expect(order(by('producer'), by('avp'), by('name'))).toEqual([4, 2, 1, 3]);
  expect(order(by('producer', true), by('pzn', true))).toEqual([3, 1, 4, 2]);
});
