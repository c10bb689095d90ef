import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareLists, differingRows, orderByValue, spreadPercent } from '../src/index.ts';
import { listOf } from './price-list/factory.ts';

describe('lists side by side (rules 2.25 and 2.27)', () => {
  const here = listOf([
    { pzn: '1', calculatedPrice: 1000, aep: 600, units: 10 },
    { pzn: '2', calculatedPrice: 500, ownPrice: 450, priceType: 2 },
    { pzn: '3', calculatedPrice: 700 },
    { pzn: '4', calculatedPrice: 700, priceType: 1 },
  ]);
  const there = listOf([
    { pzn: '3', calculatedPrice: 700 },
    { pzn: '4', calculatedPrice: 700 },
    { pzn: '1', calculatedPrice: 1250, aep: 600, units: 4 },
  ]);
  const compared = compareLists([here, there]);

  test('prices in force, sales and Rohertrag of each, by PZN', () => {
    expect([...(compared.lists[0]?.price ?? [])]).toEqual([1000, 450, 700, NaN]);
    expect([...(compared.lists[1]?.price ?? [])]).toEqual([1250, NaN, 700, 700]);
    expect([...(compared.lists[1]?.rows ?? [])]).toEqual([2, -1, 0, 1]);
    // (10,00 / 1,19 - 6,00) × 10 = 24,0336; (12,50 / 1,19 - 6,00) × 4 = 18,0168
    expect([compared.lists[0]?.grossProfit[0], compared.lists[1]?.grossProfit[0]]).toEqual([2403, 1802]);
  });

  test('the spread is of those that sell the article', () => {
    expect(
      [0, 1, 2, 3].map((row) => spreadPercent({ lowest: compared.lowest[row]!, highest: compared.highest[row]! })),
    ).toEqual([25, NaN, 0, NaN]);
    expect([...differingRows(compared, [0, 1, 2, 3])]).toEqual([0]);
  });

  test('an order has every row once, what has no value last in both directions, and keeps what is equal', () => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: NaN }), { maxLength: 20 });
    fc.assert(
      fc.property(values, fc.boolean(), (all, reversed) => {
        const rows = all.map((_, row) => row);
        const ordered = [...orderByValue(rows, (row) => all[row] as number, reversed)];
        expect(ordered.toSorted((a, b) => a - b)).toEqual(rows);
        const known = ordered.filter((row) => !Number.isNaN(all[row]));
        expect(ordered.slice(0, known.length)).toEqual(known);
        for (const [at, row] of known.slice(1).entries()) {
          const before = known[at] as number;
          const by = ((all[row] as number) - (all[before] as number)) * (reversed ? -1 : 1);
          expect(by > 0 || (by === 0 && before < row)).toBe(true);
        }
      }),
    );
  });
});
