import { expect, test } from '@jest/globals';
import { findImportDoubts } from '../../src/index.ts';
import { listOf } from '../price-list/factory.ts';

test('an import of net prices on a list with articles of both VAT rates is doubted by both factors (rule 5.20)', () => {
  const prices = Array.from({ length: 20 }, (_, at) => 990 + at * 130);
  const list = listOf(prices.map((calculatedPrice) => ({ calculatedPrice })));
  const rows = prices.map((price, at) => ({
    line: at + 2,
    pzn: String(at + 1).padStart(8, '0'),
    ownPrice: Math.round(price / (at % 2 === 0 ? 1.19 : 1.07)),
    priceType: null,
    productGroup: null,
    product: null,
  }));
  expect(findImportDoubts(list, rows)).toEqual([
    expect.objectContaining({
      check: 'commonFactor',
      cause: 'vatRemoved',
      factor: 1 / 1.19,
      otherFactor: 1 / 1.07,
      rows: 20,
      of: 20,
    }),
  ]);
});
