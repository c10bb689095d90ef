import { expect, test } from '@jest/globals';
import {
  EXPERT_COLUMN_TOGGLES,
  offeredPriceListFilters,
  PRICE_LIST_FILTERS,
  PRICE_LIST_SORT_KEYS,
} from '../../src/index.ts';

// Rule 4.5.
test('the price list has 23 sort keys and 12 toggles, each once', () => {
  expect(new Set(PRICE_LIST_SORT_KEYS).size).toBe(23);
  expect(new Set(EXPERT_COLUMN_TOGGLES).size).toBe(12);
});

test('it offers two filters in edit mode only', () => {
  expect(offeredPriceListFilters(true)).toEqual([...PRICE_LIST_FILTERS]);
  expect(offeredPriceListFilters(false)).toEqual(
    PRICE_LIST_FILTERS.filter((name) => name !== 'exclusionWithOwnPrice' && name !== 'edited'),
  );
});
