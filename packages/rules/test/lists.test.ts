import { describe, expect, test } from '@jest/globals';
import {
  EXPERT_COLUMN_TOGGLES,
  isMirror,
  isSearchable,
  matchesPharmacySearch,
  matchesSearch,
  needsSecondDropdown,
  offeredPriceListFilters,
  PRICE_LIST_FILTERS,
  PRICE_LIST_SORT_KEYS,
  parseProductGroup,
  pharmacyTag,
} from '../src/index.ts';

describe('product search', () => {
  const product = { pzn: '02758089', name: 'Ibuprofen Löwe 400', producer: 'Müller Pharma', brand: null };

  test.each(['ibu', 'LÖWE', 'müller', '02758089', '2758089', 'PZN-02758089', '  ibu  '])('%p matches', (query) => {
    expect(matchesSearch(product, query)).toBe(true);
  });

  test.each(['aspirin', '0275808', '275', 'ibuprofen  400'])('%p does not', (query) => {
    expect(matchesSearch(product, query)).toBe(false);
  });

  test('the brand is searched where there is one', () => {
    expect(matchesSearch({ ...product, brand: 'Dolormin' }, 'dolor')).toBe(true);
    expect(matchesSearch({ ...product, producer: null }, 'müller')).toBe(false);
  });

  test('fewer than three characters search nothing and leave the whole list', () => {
    expect(['', 'ib', ' ib ', 'ibu'].map(isSearchable)).toEqual([false, false, false, true]);
    expect(matchesSearch(product, 'zz')).toBe(true);
  });
});

describe('pharmacies', () => {
  const pharmacy = { apoId: 47_110, name: 'Adler Apotheke', city: 'Köln' };

  test.each([
    ['4711', true],
    ['adler', true],
    ['KÖLN', true],
    ['bonn', false],
    ['ad', true],
  ])('search %p: %p', (query, found) => {
    expect(matchesPharmacySearch(pharmacy, query)).toBe(found);
  });

  test('tags by active', () => {
    expect(pharmacyTag(0, false)).toBe('ordered');
    expect(pharmacyTag(0, true)).toBe('demo');
    expect(pharmacyTag(1, true)).toBe('active');
    expect(pharmacyTag(3, true)).toBe('cancelled');
    expect([2, 4, -1].map((active) => pharmacyTag(active, true))).toEqual(['inactive', 'inactive', 'inactive']);
  });

  test('a pharmacy with a main pharmacy is a mirror', () => {
    expect([null, undefined, 0, 4711].map(isMirror)).toEqual([false, false, false, true]);
  });
});

describe('price list', () => {
  test('has 23 sort keys and 12 toggles, each once', () => {
    expect(new Set(PRICE_LIST_SORT_KEYS).size).toBe(23);
    expect(new Set(EXPERT_COLUMN_TOGGLES).size).toBe(12);
  });

  test('offers two filters in edit mode only', () => {
    expect(offeredPriceListFilters(true)).toEqual([...PRICE_LIST_FILTERS]);
    expect(offeredPriceListFilters(false)).toEqual(PRICE_LIST_FILTERS.slice(0, -2));
  });

  test('asks for a second value where a filter needs one', () => {
    expect(PRICE_LIST_FILTERS.filter(needsSecondDropdown)).toEqual([
      'producer',
      'brand',
      'peCluster',
      'vhCluster',
      'lastChange',
    ]);
  });
});

test('product groups in any letter case', () => {
  expect(parseProductGroup('Freiwahl')).toBe('FREIWAHL');
  expect(parseProductGroup(' otc ')).toBe('OTC');
  expect(parseProductGroup('RX')).toBeUndefined();
});
