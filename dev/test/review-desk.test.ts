import { expect, test } from '@jest/globals';
import { foundKinds, honestShare, reviewFirstCalculation, reviewPlanted } from '../src/review-desk/desk.ts';

// `pnpm bench review-desk` tries ten seeds and prints the place of each kind.

test('of ten kinds of errors among 20,000 rows nine are among the first 130 (rule 14.23)', () => {
  expect(foundKinds(reviewPlanted(7, 20_000).places).length).toBeGreaterThanOrEqual(9);
});

test('an honest update flags at most 2 % of its rows, own prices that end apart (rule 14.9)', () => {
  const { review, share } = honestShare(7, 20_000);
  expect(share).toBeLessThanOrEqual(0.02);
  expect(review.counts.ownPriceEnds).toBeGreaterThan(0);
});

test('a first calculation flags no row for being new alone and still brings errors forward (rule 14.16)', () => {
  const { review, places } = reviewFirstCalculation(7, 20_000);
  expect(review.order.length).toBeLessThanOrEqual(20_000 * 0.06);
  expect(foundKinds(places)).toEqual(
    expect.arrayContaining([
      'below AEP',
      'decimal slip up',
      'decimal slip down',
      'above or below everybody around',
      'pack-size inversion',
    ]),
  );
});
