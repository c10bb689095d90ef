import { describe, expect, test } from '@jest/globals';
import { rowsToReview, intersectRows, summarizeReview } from '../../src/index.ts';
import { reviewOf } from './factory.ts';

// -60 %, -20 %, +1 %, +100 %, unchanged, new, leaving, an own price that ends, a permanent one that stays
const review = reviewOf([
  { before: 1000, after: 400 },
  { before: 1000, after: 800 },
  { before: 1000, after: 1010 },
  { before: 1000, after: 2000 },
  { before: 1000, after: 1000 },
  { before: null, after: 500 },
  { before: 1000, after: null },
  { before: 900, after: 1000, priceTypeBefore: 2, ownPriceBefore: 900 },
  { before: 900, after: 900, priceTypeBefore: 3, ownPriceBefore: 900 },
]);
const all = Array.from({ length: review.count }, (_, row) => row);

describe('what an approval does (rule 14.27)', () => {
  const summary = summarizeReview(review, all);

  test('counts what rises, falls, stays, comes, goes and ends', () => {
    expect(summary).toMatchObject({ up: 3, down: 2, unchanged: 2, added: 1, leaving: 1, ownPricesEnd: 1 });
  });

  test('an own price that becomes another own price does not end; one that becomes the calculated price or none does', () => {
    const own = { before: 900, ownPriceBefore: 900, priceTypeBefore: 2, calculatedPrice: 1000 } as const;
    const permanent = { ...own, priceTypeBefore: 3 } as const;
    const ends = (...entries: Parameters<typeof reviewOf>[0]) =>
      summarizeReview(reviewOf(entries), entries.keys()).ownPricesEnd;
    expect(ends({ ...own, after: 800 }, { ...permanent, after: 950 }, { ...own, after: 900 })).toBe(0);
    expect(ends({ ...own, after: 1000 }, { ...own, after: null }, { ...permanent, after: null })).toBe(3);
  });

  test('names the largest changes in percent first; what comes or goes has none', () => {
    // +100, -60, -20, +11,1, +1 %
    expect(summary.largest).toEqual([3, 0, 1, 7, 2]);
  });

  test('spreads the changes over the bars', () => {
    // below -50, -50 to -20, -20 to -5, -5 to 0, 0 to 5, 5 to 20, 20 to 50, from 50 on
    expect(summary.bars).toEqual([1, 0, 1, 0, 1, 1, 0, 1]);
  });

  test('looks at the rows it is asked for only', () => {
    expect(summarizeReview(review, [0, 4])).toMatchObject({ up: 0, down: 1, unchanged: 1, largest: [0] });
    expect(summarizeReview(review, [])).toMatchObject({ up: 0, largest: [] });
  });
});

test('an article that is excluded before it was ever sold does not stay as it is', () => {
  const rows = reviewOf([
    { before: null, after: null, priceTypeBefore: 0 },
    { before: null, after: null, priceTypeBefore: 1 },
  ]);
  expect(summarizeReview(rows, [0, 1], (row) => row === 0)).toMatchObject({ leaving: 1, unchanged: 1 });
});

test('a row off the market is nothing to look at, and its neighbours are', () => {
  const rise = { before: 1000, after: 5000 };
  const rows = reviewOf([rise, { ...rise, inactive: true }, rise]);
  expect([...rows.order].toSorted()).toEqual([0, 2]);
  expect(rows.unjudged[1]).toBe(0);
});

describe('the rows to look at (rule 14.26)', () => {
  test('all of them are those with a reason, the weightiest first', () => {
    expect(rowsToReview(review, 'all')).toBe(review.order);
    expect([...review.order]).toContain(3);
  });

  test('those with one reason keep that order', () => {
    expect([...rowsToReview(review, 'ownPriceEnds')]).toEqual([7]);
    expect([...rowsToReview(review, 'aboveAvp')]).toEqual([]);
  });

  test('only those that are shown, in the order asked for', () => {
    expect([...intersectRows(Uint32Array.of(3, 0, 7), [7, 3, 5], review.count)]).toEqual([3, 7]);
    expect([...intersectRows(Uint32Array.of(7, 3, 5), [3, 0, 7], review.count)]).toEqual([7, 3]);
  });
});
