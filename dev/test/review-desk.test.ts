import { expect, test } from '@jest/globals';
import {
  foundKinds,
  honestShare,
  reviewFirstCalculation,
  reviewPlanted,
  reviewQuarterly,
} from '../src/review-desk/desk.ts';

// `pnpm bench review-desk` tries ten seeds and prints the place of each kind.

test('of ten kinds of errors among 20,000 rows nine are among the first 130 (rule 14.23)', () => {
  expect(foundKinds(reviewPlanted(7, 20_000).places).length).toBeGreaterThanOrEqual(9);
});

test('an honest update flags at most 2 % of its rows, own prices that end apart (rule 14.9)', () => {
  const { review, share } = honestShare(7, 20_000);
  expect(share).toBeLessThanOrEqual(0.02);
  expect(review.counts.ownPriceEnds).toBeGreaterThan(0);
});

// What needs a former price cannot be told of a new article; of 20,000 new prices 120 end oddly without being wrong.
const TOLD_OF_NEW = [
  'below AEP',
  'decimal slip up',
  'decimal slip down',
  'above AVP',
  'above or below everybody around',
  'pack-size inversion',
  'two swapped prices',
];

test('a first calculation flags at most 2 % and brings errors forward (rule 14.35)', () => {
  const { review, places } = reviewFirstCalculation(7, 20_000);
  expect(review.order.length).toBeLessThanOrEqual(20_000 * 0.02);
  expect(foundKinds(places)).toEqual(expect.arrayContaining(TOLD_OF_NEW));
});

test('so does a quarterly update of 5,000 rows, odd endings included', () => {
  const { places } = reviewQuarterly(7, 5000);
  expect(foundKinds(places)).toEqual(expect.arrayContaining([...TOLD_OF_NEW, 'odd ending']));
});
