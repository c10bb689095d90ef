import { describe, expect, test } from '@jest/globals';
import { deliveredEffects, worstFirst } from '../../src/index.ts';
import { reviewOf } from './factory.ts';

describe('what a package does by itself (rule 14.42)', () => {
  const review = reviewOf([
    { before: 1000, after: 1500 }, // +50 % exactly
    { before: 1000, after: 1501 },
    { before: 1000, after: 499 },
    { before: 1000, after: 1000, aep: 2000, avp: 500 }, // stays, whatever it is
    { before: null, after: 700, avp: 699 },
    { before: 900, after: 1189, aep: 1000, priceTypeBefore: 2, ownPriceBefore: 900 }, // 9,99 net
    { before: 1000, after: 1190, aep: 1000, avp: 1190 }, // 10,00 net
    { before: 1000, after: null, priceTypeBefore: 3, ownPriceBefore: 1000 },
  ]);
  const delivered = deliveredEffects(review);

  test('sorts the rows that change, by each thing that happens to them', () => {
    expect(delivered.rows).toEqual({
      up: [0, 1, 5, 6],
      down: [2],
      added: [4],
      overHalf: [1, 2],
      belowPurchasePrice: [5],
      aboveAvp: [4],
      ownPricesEnd: [5, 7],
    });
    expect(delivered.changed).toEqual([0, 1, 2, 4, 5, 6, 7]);
  });

  test('says how many changes could be compared with an AEP', () => {
    expect(delivered.withPurchasePrice).toBe(2);
  });

  test('names the worst first: as they are ranked, then by percent', () => {
    const ranked = [...review.order];
    expect(ranked.length).toBeGreaterThan(2);
    expect(worstFirst(review, [...ranked].reverse(), 2)).toEqual(ranked.slice(0, 2));
    const plain = reviewOf([
      { before: 1000, after: 1010 },
      { before: 1000, after: 950 },
      { before: 1000, after: 1020 },
    ]);
    expect([...plain.order]).toEqual([]);
    expect(worstFirst(plain, [0, 1, 2], 5)).toEqual([1, 2, 0]);
  });
});
