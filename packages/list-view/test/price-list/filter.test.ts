import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Arrivals,
  conditionsIndex,
  distinctChangeDays,
  distinctTexts,
  filterIndex,
  NO_EDITS,
  PRICE_LIST_FILTERS,
  type PriceListFilter,
  type PriceListModel,
  type RowEdits,
  searchIndex,
  sortIndex,
  visibleRows,
  WAITING_DAYS,
  waitingDays,
} from '../../src/index.ts';
import { listOf, numbers } from './factory.ts';

type Options = { second?: string | null; edits?: RowEdits; editMode?: boolean; hideNegative?: boolean };
function filtered(list: PriceListModel, filter: PriceListFilter, options: Options = {}): number[] {
  const { second = null, edits = NO_EDITS, editMode = false, hideNegative = false } = options;
  const mask = filterIndex(list, filter, second, edits, { editMode, hideNegative });
  return numbers(list, visibleRows(sortIndex(list, 'pzn'), mask));
}
const edit = (ownPrice: number | null, permanent = false, exclusion = false) => ({ ownPrice, permanent, exclusion });

const PZNS = (list: PriceListModel) => list.columns.pzn;
/** Numbers of the rows that a filter for what has not arrived leaves. */
function arrived(list: PriceListModel, filter: PriceListFilter, arrivals: Arrivals | undefined): number[] {
  const mask = filterIndex(list, filter, null, NO_EDITS, { editMode: false, hideNegative: true, arrivals });
  return numbers(list, visibleRows(sortIndex(list, 'pzn'), mask));
}

// Rule 22.3.
describe('what has not arrived', () => {
  const list = listOf([{}, { priceType: 1 }, {}]);
  const [first, second, third] = PZNS(list) as [string, string, string];
  const known: Arrivals = {
    tillWaits: new Map([
      [first, '2026-03-01'],
      [third, '2026-03-28'],
    ]),
    tillDiffers: new Set([second]),
    labelOutdated: new Set([third]),
  };

  test('is filtered by each of the three, exclusions too; while it is loaded nothing is hidden', () => {
    expect(arrived(list, 'tillWaits', known)).toEqual([1, 3]);
    expect(arrived(list, 'tillDiffers', known)).toEqual([2]);
    expect(arrived(list, 'labelOutdated', known)).toEqual([3]);
    expect(arrived(list, 'tillWaits', { ...known, tillWaits: '2026-03-01' })).toEqual([1, 2, 3]);
    expect(arrived(list, 'tillWaits', { ...known, tillWaits: null })).toEqual([]);
    expect(arrived(list, 'tillWaits', undefined)).toEqual([1, 2, 3]);
  });

  test('has days, whole ones though the clocks were put forward between them', () => {
    const days = (arrivals: Arrivals) => waitingDays(list, arrivals, '2026-03-31');
    expect([...days(known)]).toEqual([30, NaN, 3]);
    expect([...days({ ...known, tillWaits: '2026-03-30' })]).toEqual([1, 1, 1]);
    const atLeast4 = [{ key: WAITING_DAYS, is: 'atLeast', than: 4, to: null } as const];
    expect([...(conditionsIndex(3, atLeast4, () => days(known)) ?? [])]).toEqual([1, 0, 0]);
  });
});

// Rules 2.10, 3.12, 3.13, 4.3 and 4.4.
describe('filtering the price list', () => {
  test('producers and brands are distinct, upper-cased and in German order, and match in any case', () => {
    const list = listOf([
      { producer: 'Zeta' },
      { producer: 'Ätna' },
      { producer: 'ZETA', brand: 'Öl' },
      { producer: 'Biene', brand: '' },
    ]);
    expect(distinctTexts(list, 'producer')).toEqual(['ÄTNA', 'BIENE', 'ZETA']);
    expect(distinctTexts(list, 'brand')).toEqual(['ÖL']);
    expect(filtered(list, 'producer', { second: 'ZETA' })).toEqual([1, 3]);
    expect(filtered(list, 'brand', { second: 'ÖL' })).toEqual([3]);
    expect(filtered(list, 'producer')).toEqual([1, 2, 3, 4]);
    expect(filtered(list, 'producer', { second: 'NIEMAND' })).toEqual([]);
  });

  test('a top seller sold at least 5; elasticities match their code', () => {
    const list = listOf([
      { units: 4 },
      { units: 5, peCluster: 0 },
      { units: null, peCluster: 2, vhCluster: 1 },
      { units: 60 },
    ]);
    expect(filtered(list, 'topSeller')).toEqual([2, 4]);
    expect(filtered(list, 'peCluster', { second: '0' })).toEqual([2]);
    expect(filtered(list, 'vhCluster', { second: '1' })).toEqual([3]);
  });

  test('the last change is a day in Berlin', () => {
    // 2025-11-04 23:30 UTC is the 5th in Berlin, 2025-06-30 22:30 UTC the 1st of July
    const list = listOf([
      { date: Date.UTC(2025, 10, 4, 23, 30) / 1000 },
      { date: Date.UTC(2025, 5, 30, 22, 30) / 1000 },
    ]);
    expect(distinctChangeDays(list)).toEqual(['2025-11-05', '2025-07-01']);
    expect(filtered(list, 'lastChange', { second: '2025-07-01' })).toEqual([2]);
  });

  test('exclusions are hidden except under the filters that ask for them', () => {
    const list = listOf([
      { priceType: 1 },
      { priceType: 0 },
      { priceType: 2, ownPrice: 100 },
      { priceType: 3, ownPrice: 100 },
    ]);
    expect(filtered(list, 'all', { hideNegative: true })).toEqual([2, 3, 4]);
    expect(filtered(list, 'all')).toEqual([1, 2, 3, 4]);
    expect(filtered(list, 'exclusion', { hideNegative: true })).toEqual([1]);
    expect(filtered(list, 'own', { hideNegative: true })).toEqual([3]);
    expect(filtered(list, 'permanent', { hideNegative: true })).toEqual([4]);
  });

  test('in edit mode filters look at what the inputs hold', () => {
    const list = listOf([
      { priceType: 1, calculatedPrice: 100 },
      { calculatedPrice: 100 },
      { priceType: 1, calculatedPrice: 100 },
      { priceType: 2, ownPrice: 90 },
    ]);
    const edits = new Map([
      ['00000001', edit(120)], // exclusion lifted
      ['00000002', edit(null, false, true)], // excluded just now
      ['00000003', edit(130, false, true)], // still ticked, with a price
    ]);
    const editing = { edits, editMode: true, hideNegative: true };
    expect(filtered(list, 'all', editing)).toEqual([1, 2, 4]);
    expect(filtered(list, 'exclusion', editing)).toEqual([2, 3]);
    expect(filtered(list, 'exclusionWithOwnPrice', editing)).toEqual([1, 3]);
    expect(filtered(list, 'own', editing)).toEqual([1, 4]);
    expect(filtered(list, 'edited', editing)).toEqual([1, 2, 3]);
    expect(filtered(list, 'exclusion', { ...editing, editMode: false })).toEqual([1, 3]);
  });

  test('every filter keeps a subset, in order, and hiding exclusions only takes away', () => {
    const entry = fc.record({
      priceType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      units: fc.option(fc.nat(9), { nil: null }),
      ownPrice: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), fc.constantFrom(...PRICE_LIST_FILTERS), (entries, filter) => {
        const list = listOf(entries);
        const shown = filtered(list, filter);
        expect(shown.every((each, place) => place === 0 || (shown[place - 1] as number) < each)).toBe(true);
        const open = filtered(list, filter, { hideNegative: true });
        expect(open.filter((each) => !shown.includes(each))).toEqual([]);
        if (filter === 'topSeller')
          expect(shown).toEqual(entries.flatMap(({ units }, row) => ((units ?? 0) >= 5 ? [row + 1] : [])));
        if (filter === 'all')
          expect(open).toEqual(entries.flatMap(({ priceType }, row) => (priceType === 1 ? [] : [row + 1])));
      }),
    );
  });
});

describe('searching the price list', () => {
  test('from three characters: part of name, producer or brand in any case, or the whole PZN', () => {
    const list = listOf([{ name: 'IBU-ratio 400' }, { producer: 'Ibunova' }, { brand: 'Übung' }, { pzn: '12345678' }]);
    const found = (query: string) => numbers(list, visibleRows(sortIndex(list, 'pzn'), searchIndex(list, query)));
    expect(found('ibu')).toEqual([1, 2]);
    expect(found('ÜBU')).toEqual([3]);
    expect(found('PZN-12345678')).toEqual([12345678]);
    expect(found('1234567')).toEqual([]);
    expect(searchIndex(list, 'ib')).toBeUndefined();
    expect(found('')).toHaveLength(4);
  });

  describe('a product', () => {
    const product = { pzn: '02758089', name: 'Ibuprofen Löwe 400', producer: 'Müller Pharma', brand: null };
    const finds = (query: string, changes: object = {}) =>
      searchIndex(listOf([{ ...product, ...changes }]), query)?.[0];

    test('is found however its umlauts and ß are written', () => {
      const süß = { name: 'Süßholz', producer: 'Ro\u0308mer' };
      for (const query of ['SÜSSHOLZ', 'su\u0308ß', 'RÖMER', 'süßholz römer']) expect(finds(query, süß)).toBe(1);
    });

    test.each([
      'ibu',
      'LÖWE',
      'müller',
      '02758089',
      '2758089',
      'PZN-02758089',
      '  ibu  ',
      'PZN: 2758089',
      'ß02758089',
      '9N110275808900',
    ])('is found by %p', (query) => {
      expect(finds(query)).toBe(1);
    });

    test.each(['aspirin', '0275808', '275', 'ibuprofen 600', 'n01 müller'])('is not found by %p', (query) => {
      expect(finds(query)).toBe(0);
    });

    test.each(['ibuprofen 400', '400  IBUPROFEN', 'ibuprofen 400 20 st', 'müller löwe', 'm01ae 400', 'dolo 20'])(
      'is found by the words of %p',
      (query) => {
        expect(finds(query, { content: '20 St', brand: 'Dolormin', atc: 'M01AE01' })).toBe(1);
      },
    );

    test.each(['20st', 'm01ae01'])('is not found by its content or ATC code alone: %p', (query) => {
      expect(finds(query, { content: '20St', atc: 'M01AE01' })).toBe(0);
    });

    test('is found by its brand where it has one', () => {
      expect(finds('dolor', { brand: 'Dolormin' })).toBe(1);
      expect(finds('dolor')).toBe(0);
    });
  });

  test('finds the rows that hold each of several words somewhere', () => {
    const text = fc.stringMatching(/^[ab1 ]{0,4}$/);
    const optional = fc.option(text, { nil: null });
    const entry = fc.record({ name: text, producer: text, brand: optional, content: optional, atc: optional });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.array(word, { minLength: 2, maxLength: 3 }),
        (entries, words) => {
          const holds = (texts: (string | null)[], each: string) => texts.some((one) => one?.includes(each));
          const expected = entries.map(({ name, producer, brand, content, atc }) =>
            Number(words.every((each) => holds([name, producer, brand, content, atc], each))),
          );
          expect([...(searchIndex(listOf(entries), words.join(' ')) as Uint8Array)]).toEqual(expected);
        },
      ),
    );
  });

  test('finds nothing across fields or rows', () => {
    const text = fc.stringMatching(/^[aAbBİß ]{0,5}$/);
    const entry = fc.record({ name: text, producer: text, brand: fc.option(text, { nil: null }) });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'ß', 'i', '\u0307'), minLength: 3, maxLength: 4 }),
        (entries, query) => {
          fc.pre(query.normalize().length >= 3); // b with a dot is one character
          const list = listOf(entries);
          const contains = (text: string | null) => text?.toLowerCase().includes(query.toLowerCase()) ?? false;
          const expected = entries.map(({ name, producer, brand }) => Number([name, producer, brand].some(contains)));
          expect([...(searchIndex(list, query) as Uint8Array)]).toEqual(expected);
        },
      ),
    );
  });
});

describe('the rows that masks keep', () => {
  test.each([0, 1, 400])('in their order, where %d of 500 are left out', (leftOut) => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...Array(500).keys()], { minLength: leftOut, maxLength: leftOut }),
        fc.shuffledSubarray([...Array(500).keys()], { minLength: 300 }),
        (gone, order) => {
          const mask = new Uint8Array(500).fill(1);
          for (const row of gone) mask[row] = 0;
          const kept = order.filter((row) => !gone.includes(row));
          expect([...visibleRows(Uint32Array.from(order), mask)]).toEqual(kept);
          expect([...visibleRows(Uint32Array.from(order), undefined, mask, new Uint8Array(500).fill(1))]).toEqual(kept);
        },
      ),
      { numRuns: 20 },
    );
  });
});
