import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparePacks, updateReview } from '../../src/index.ts';
import { reviewOf } from './factory.ts';

describe('packs of one product by their price per unit (rule 14.30)', () => {
  test('a larger pack that costs more each names the cheapest smaller one, however little it is', () => {
    const review = reviewOf([
      // 50, 45, 49.8 and 60 cents each
      { name: 'Ibu', content: '10 St', after: 500 },
      { name: 'Ibu', content: '20 St', after: 900 },
      { name: 'Ibu', content: '50 St', after: 2490 },
      { name: 'Ibu', content: '100 St', after: 4501 },
    ]);
    expect(comparePacks(review, 2).map(({ row, unitPrice }) => [row, unitPrice?.cents])).toEqual([
      [0, 50],
      [1, 45],
      [2, 49.8],
      [3, 45],
    ]);
    const dearer = comparePacks(review, 0).map(({ dearerThan }) => dearerThan);
    expect(dearer[0]).toBeNull();
    expect(dearer[1]).toBeNull();
    // 49.8 of 45
    expect(dearer[2]?.row).toBe(1);
    expect(dearer[2]?.percent).toBeCloseTo(10.667, 3);
    // 45.01 of 45, which the rounded prices do not show
    expect(dearer[3]?.row).toBe(1);
    expect(dearer[3]?.percent).toBeCloseTo(0.0222, 4);
  });

  test('neither an excluded pack nor one of another kind of unit is compared', () => {
    const review = reviewOf([
      { name: 'Gel', content: '20 g', after: 500 },
      { name: 'Gel', content: '50 g', after: null },
      { name: 'Gel', content: '50 ml', after: 9000 },
    ]);
    expect(comparePacks(review, 0)).toEqual([
      { row: 0, amount: 20, unit: 'g', price: 500, unitPrice: { cents: 25_000, per: 'kg' }, dearerThan: null },
      { row: 1, amount: 50, unit: 'g', price: null, unitPrice: null, dearerThan: null },
      { row: 2, amount: 50, unit: 'ml', price: 9000, unitPrice: { cents: 180_000, per: 'l' }, dearerThan: null },
    ]);
  });

  test('follows an edit', () => {
    const review = reviewOf([
      { name: 'Tee', content: '20 St', after: 400 },
      { name: 'Tee', content: '50 St', after: 1000 },
    ]);
    expect(comparePacks(review, 0)[1]?.dearerThan).toBeNull();
    expect(comparePacks(updateReview(review, [[1, 1001]]), 0)[1]?.dearerThan?.row).toBe(0);
  });

  test('an inversion is named exactly where some smaller pack is cheaper each', () => {
    const pack = fc.record({ amount: fc.integer({ min: 1, max: 60 }), price: fc.integer({ min: 1, max: 3000 }) });
    fc.assert(
      fc.property(fc.array(pack, { minLength: 2, maxLength: 6 }), (packs) => {
        const review = reviewOf(
          packs.map(({ amount, price }) => ({ name: 'Tee', content: `${amount} St`, after: price })),
        );
        for (const { row, amount, price, dearerThan } of comparePacks(review, 0)) {
          const cheaper = packs.some(
            (other) => other.amount < amount && (price as number) * other.amount > other.price * amount,
          );
          expect([row, dearerThan !== null]).toEqual([row, cheaper]);
        }
      }),
    );
  });
});
