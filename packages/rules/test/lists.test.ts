import { describe, expect, test } from '@jest/globals';
import { isSearchable, pharmacySearch, parseProductGroup, pharmacyTag } from '../src/index.ts';

// Rules 2.10, 2.11 and 3.9.
test('fewer than three characters, blanks around them aside, search nothing', () => {
  expect(['', 'ib', ' ib ', 'ibu', 'o\u0308l'].map(isSearchable)).toEqual([false, false, false, true, false]);
});

describe('pharmacies', () => {
  const pharmacy = { apoId: 47_110, name: 'Adler Apotheke', city: 'Köln' };

  test.each([
    ['4711', true],
    ['adler', true],
    ['KÖLN', true],
    ['bonn', false],
    ['ad', true],
    ['ko\u0308ln', true], // as it is copied out of the name of a file
  ])('search %p: %p', (query, found) => {
    expect(pharmacySearch(query)(pharmacy)).toBe(found);
  });

  test('are found in capitals, which have no ß', () => {
    const weiss = { apoId: 1, name: 'Weiße Apotheke', city: 'Ko\u0308ln' };
    const finds = (query: string) => pharmacySearch(query)(weiss);
    expect(['WEISSE', 'weiße', 'WEIẞE', 'Köln', 'weise'].map(finds)).toEqual([true, true, true, true, false]);
  });

  test('tags by active', () => {
    expect(pharmacyTag(0, false)).toBe('ordered');
    expect(pharmacyTag(0, true)).toBe('demo');
    expect(pharmacyTag(1, true)).toBe('active');
    expect(pharmacyTag(3, true)).toBe('cancelled');
    expect([2, 4, -1].map((active) => pharmacyTag(active, true))).toEqual(['inactive', 'inactive', 'inactive']);
  });
});

test('product groups in any letter case', () => {
  expect(parseProductGroup('Freiwahl')).toBe('FREIWAHL');
  expect(parseProductGroup(' otc ')).toBe('OTC');
  expect(parseProductGroup('RX')).toBeUndefined();
});
