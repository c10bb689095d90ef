import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Arrival,
  certifyDelivery,
  DELIVERY_CHECKS,
  DELIVERY_LIMITS,
  type DeliveryDoubt,
  type DeliveryFigures,
  describeDeliveryDoubt,
  findArrivalDoubts,
  refuses,
} from '../../../src/index.ts';
import { arrivalOf, inFile, sampleOf, type SampleRow } from './support.ts';

const find = (arrival: Partial<Arrival>) => findArrivalDoubts(arrivalOf(arrival), DELIVERY_LIMITS).doubts;
const ofRows = (change: (row: SampleRow, at: number) => SampleRow, count = 40) =>
  find({ sample: sampleOf(count, change) });
const text = (doubt: DeliveryDoubt | undefined) =>
  doubt && describeDeliveryDoubt(doubt, () => '').replaceAll('\u00a0', ' ');
const many = (count: number, change: number) => Array.from({ length: count }, () => change);
const figures = (each: Partial<DeliveryFigures>): DeliveryFigures => {
  return {
    rows: 40,
    percent: null,
    missingShare: null,
    headings: ['PZN'],
    unknownHeadings: [],
    isOpen: false,
    ...each,
  };
};

test('a delivery as it should be passes, and says what it cannot judge', () => {
  const { doubts, unjudged } = findArrivalDoubts(arrivalOf(), DELIVERY_LIMITS);
  expect(doubts).toEqual([]);
  expect(unjudged).toEqual(['unusualSize', 'missingRows', 'headings']);
});

describe('shifted or swapped columns (rule 20.5)', () => {
  test.each<[string, Parameters<typeof inFile>[0], object]>([
    [
      'AEP and price',
      ({ aep, price }) => ({ aep: price, price: aep }),
      { fault: 'holdsOther', column: 'price', other: 'aep' },
    ],
    [
      'AVP and price',
      ({ avp, price }) => ({ avp: price, price: avp }),
      { fault: 'holdsOther', column: 'price', other: 'avp' },
    ],
    [
      'Umfeld and AEP',
      ({ umfeldAvg, aep }) => ({ umfeldAvg: aep, aep: umfeldAvg }),
      { fault: 'holdsOther', column: 'aep', other: 'umfeldAvg' },
    ],
    [
      'old and new price',
      ({ base }) => ({ price: base, base: (base as number) + 13 }),
      { fault: 'holdsOther', column: 'price', other: 'base' },
    ],
    [
      'all by one',
      ({ price, base, avp, aep }) => ({ base: price, avp: base, aep: avp, price: aep }),
      { fault: 'holdsOther' },
    ],
  ])('%s', (_what, change, found) => {
    const [doubt] = ofRows(inFile(change));
    expect(doubt).toMatchObject({ check: 'columns', ...found });
    expect(doubt && refuses(doubt, DELIVERY_LIMITS)).toBe(true);
  });

  test('without a list the AEP above the price tells', () => {
    const empty = {
      price: null,
      base: null,
      avp: null,
      aep: null,
      vhp: null,
      umfeldMin: null,
      umfeldAvg: null,
      umfeldMax: null,
    };
    const doubts = ofRows((row) => ({
      ...row,
      list: empty,
      file: { ...row.file, price: row.file.aep, aep: row.file.price },
    }));
    expect(doubts[0]).toEqual({ check: 'columns', fault: 'aepAbovePrice', isSwapped: false, rows: 40, of: 40 });
    expect(text(doubts[0])).toBe(
      'Bei 40 von 40 Artikeln liegt der AEP über „TruePrice neu“. Wahrscheinlich sind Spalten vertauscht.',
    );
  });

  test('figures like a PZN as price', () => {
    const rows = ofRows((row) => ({ ...row, file: { ...row.file, price: Number(row.pzn) } }));
    expect(rows[0]).toMatchObject({ fault: 'pznAsPrice', column: 'price', rows: 40, of: 40 });
  });

  test('names and prices of the row above', () => {
    const above = (row: SampleRow, at: number) => {
      const { name, file } = sampleOf(at + 2);
      return { ...row, name: name[at + 1] as string, file: { ...row.file, base: (file.base[at + 1] as number) * 2 } };
    };
    expect(ofRows(above)[0]).toMatchObject({ check: 'columns', fault: 'rowsShifted', rows: 40, of: 40 });
  });

  test('a list that is priced at the AVP from now on is not swapped but doubted; a package that came twice is fine', () => {
    expect(ofRows(inFile(({ avp }) => ({ price: avp })))).toEqual([
      { check: 'priceShape', fault: 'otherColumn', column: 'avp', rows: 40, of: 40 },
    ]);
    expect(ofRows((row) => ({ ...row, file: { ...row.file, price: row.list.price, base: row.listedBefore } }))).toEqual(
      [],
    );
  });

  test.each([
    [15, false],
    [16, true],
  ])('%i of 20 rows, four fifths are needed: %p', (swapped, expected) => {
    const doubts = ofRows(
      inFile(({ aep, price }, at) => (at < swapped ? { aep: price, price: aep } : {})),
      20,
    );
    const found = doubts.find((doubt) => doubt.check === 'columns' && doubt.fault === 'holdsOther');
    expect(found !== undefined).toBe(expected);
  });
});

describe('references and Umfeld (rule 20.2)', () => {
  test('an AEP with VAT', () => {
    const doubts = ofRows(inFile(({ aep }) => ({ aep: Math.round((aep as number) * 1.19) })));
    expect(doubts).toMatchObject([{ check: 'references', column: 'aep', factor: 1.19, rows: 40, of: 40 }]);
    expect(text(doubts[0])).toBe(
      'Bei 40 von 40 Artikeln liegt „AEP“ etwa 19,0 % höher als in Ihrer Liste. Wahrscheinlich ist die MwSt. doppelt aufgeschlagen.',
    );
    expect(ofRows(inFile(({ aep }) => ({ aep: Math.round((aep as number) * 1.03) })))).toEqual([]);
  });

  test.each([
    [4, false],
    [5, true],
  ])('doubtful in %i of 40 rows, on the list in none: %p', (count, expected) => {
    const doubts = ofRows(inFile((file, at) => (at < count ? { umfeldMin: file.umfeldMax } : {})));
    expect(doubts).toEqual(expected ? [{ check: 'umfeld', fault: 'doubtful', rows: 5, of: 40 }] : []);
  });

  test('far off the prices', () => {
    const half = (cents: number | null) => Math.round((cents as number) * 0.45);
    const shrunk = inFile(({ umfeldMin, umfeldAvg, umfeldMax }) => {
      return { umfeldMin: half(umfeldMin), umfeldAvg: half(umfeldAvg), umfeldMax: half(umfeldMax) };
    });
    expect(ofRows(shrunk).find(({ check }) => check === 'umfeld')).toEqual({
      check: 'umfeld',
      fault: 'farOff',
      rows: 40,
      of: 40,
    });
  });
});

describe('what is usual (rule 20.4)', () => {
  const sizes = (...percents: number[]) => percents.map((percent) => figures({ percent }));
  test.each([
    // the median is 3, the spread at least 2: 3 + 4 × 2 = 11
    [11.1, sizes(2, 3, 4), true],
    [11, sizes(2, 3, 4), false],
    // the median is 5, the median distance 3: 5 + 4 × 1.4826 × 3 = 22.8
    [22.9, sizes(5, 1, 8, 9, 2), true],
    [22.7, sizes(5, 1, 8, 9, 2), false],
    [90, sizes(2, 3), false],
    [null, sizes(2, 3, 4), false],
  ])('changes of %p %%: %#', (percent, former, expected) => {
    const changes = many(40, (percent ?? 0) / 100);
    expect(find({ percent, former, changes }).map(({ check }) => check)).toEqual(expected ? ['unusualSize'] : []);
  });

  test('only the last six count', () => {
    const former = [...sizes(1, 1, 1, 1, 1, 1), ...sizes(50, 50, 50, 50, 50, 50, 50)];
    const changes = many(40, 0.2);
    expect(find({ percent: 20, former, changes })).toEqual([
      { check: 'unusualSize', percent: 20, usual: 1, updates: 6 },
    ]);
  });

  test.each<[string, number[], boolean]>([
    // of 40 rows: 3 % are 1.2, half are 20
    ['one rises', many(1, 0.2), false],
    ['two rise', many(2, 0.2), true],
    ['a campaign lowers 19', many(19, -0.2), false],
    ['20 fall', many(20, -0.2), true],
  ])('%s: %p', (_what, changes, expected) => {
    const found = find({ percent: 20, former: sizes(1, 1, 1), changes });
    expect(found.map(({ check }) => check)).toEqual(expected ? ['unusualSize'] : []);
  });
});

describe('rows that are missing (rule 20.6)', () => {
  const last = { rows: 100, missing: 21, missingAtEnd: 0 };
  const shares = (...each: number[]) => each.map((missingShare) => figures({ missingShare }));
  test.each<[string, Partial<Arrival>, boolean]>([
    ['21 of 100 of a whole list', { last, listCount: 100 }, true],
    ['20 of 100', { last: { ...last, missing: 20 }, listCount: 100 }, false],
    ['the last one was no whole list', { last, listCount: 112 }, false],
    // the median is 0, the spread at least 0.05
    ['usually none', { last, listCount: 500, former: shares(0, 0, 0) }, true],
    ['usually half', { last: { ...last, missing: 60 }, former: shares(0.5, 0.45, 0.55) }, false],
    ['the first three of the kind', { last: null, former: shares(0, 0, 0) }, false],
    ['far fewer than 20', { last: { rows: 30, missing: 19, missingAtEnd: 19 }, listCount: 30, isOpen: true }, false],
  ])('%s', (_what, arrival, expected) => {
    expect(find(arrival).map(({ check }) => check)).toEqual(expected ? ['missingRows'] : []);
  });

  test('at the end of a file without a line break is cut, and refused', () => {
    const [doubt] = find({ last: { rows: 1000, missing: 20, missingAtEnd: 20 }, listCount: 1000, isOpen: true });
    expect(doubt).toEqual({ check: 'missingRows', rows: 20, of: 1000, atEnd: true, isCut: true });
    expect(doubt && refuses(doubt, DELIVERY_LIMITS)).toBe(true);
    expect(text(doubt)).toBe(
      '20 von 1.000 Artikeln der letzten Lieferung fehlen. Sie standen dort alle am Ende. Wahrscheinlich ist die Datei abgeschnitten.',
    );
    const scattered = { last: { rows: 100, missing: 40, missingAtEnd: 1 }, listCount: 100, isOpen: true };
    expect(find({ ...scattered, former: [figures({})] })).toMatchObject([{ atEnd: false, isCut: true }]);
    expect(find({ ...scattered, former: [figures({ isOpen: true })] })).toMatchObject([{ isCut: false }]);
    const [yellow] = find({ last: { rows: 100, missing: 40, missingAtEnd: 40 }, listCount: 100 });
    expect(yellow).toMatchObject({ atEnd: true, isCut: false });
    expect(yellow && refuses(yellow, DELIVERY_LIMITS)).toBe(false);
  });
});

describe('names, letters and headings (rule 20.2)', () => {
  test.each([
    [9, false],
    [10, true],
  ])('%i of 100 names are others: %p', (count, expected) => {
    const doubts = ofRows((row, at) => (at < count ? { ...row, name: `Anderer ${at}` } : row), 100);
    expect(doubts).toEqual(expected ? [{ check: 'names', column: 'name', rows: 10, of: 100 }] : []);
  });

  test('case and punctuation make no other name', () => {
    expect(ofRows((row) => ({ ...row, name: (row.name as string).toUpperCase().replace('.', '') }))).toEqual([]);
  });

  test.each(['K?se', 'M�ller', 'MÃ¼ller', 'D”hler', 'N„hrcreme'])('%s in two names that are not known', (name) => {
    const broken = (count: number) => ofRows((row, at) => (at < count ? { ...row, name } : row));
    expect(broken(1)).toEqual([]);
    expect(broken(2)).toEqual([{ check: 'encoding', rows: 2, of: 40 }]);
    expect(ofRows((row) => ({ ...row, name: 'Wie geht es?', knownName: 'Wie geht es?' }))).toEqual([]);
  });

  test('a column of the last delivery is missing', () => {
    const former = [figures({ headings: ['PZN', 'Umfeld Min'], unknownHeadings: ['Lager'] })];
    const [doubt] = find({ former, headings: ['PZN'], unknownHeadings: ['Lager', 'Umfeldminimum'] });
    expect(text(doubt)).toBe(
      'Diese Spalten der letzten Lieferung fehlen: „Umfeld Min“. Unbekannt sind: „Umfeldminimum“.',
    );
    expect(find({ former, headings: ['PZN', 'Umfeld Min', 'MwSt'], unknownHeadings: [] })).toEqual([]);
  });
});

// Rules 20.1 and 20.10.
describe('what is refused', () => {
  const factor = {
    check: 'commonFactor',
    factor: 1 / 1.19,
    cause: 'vatRemoved',
    exact: true,
    rows: 10,
    of: 10,
    compared: 20,
    unexplained: 10,
  } as const;
  test.each<[string, DeliveryDoubt, boolean]>([
    ['ten rows, half of all', factor, true],
    ['nine rows', { ...factor, rows: 9, unexplained: 9 }, false],
    ['less than half', { ...factor, compared: 21 }, false],
    ['around a factor of VAT', { ...factor, exact: false }, false],
    ['around a factor of ten', { ...factor, factor: 10, cause: 'decimalRight', exact: false }, true],
    ['÷ 1.07', { ...factor, factor: 1 / 1.07 }, true],
    ['× 1.07', { ...factor, factor: 1.07, cause: 'vatAdded' }, false],
    ['a wrong rate', { ...factor, factor: 1.07 / 1.19, cause: 'vatRateLowered' }, true],
    ['all with their AVP', { ...factor, unexplained: 0 }, false],
    ['a quarter of 80, to the cent', { ...factor, rows: 20, unexplained: 20, compared: 80 }, true],
    ['less than a quarter', { ...factor, rows: 20, unexplained: 20, compared: 81 }, false],
    [
      'a quarter around ten',
      { ...factor, factor: 10, cause: 'decimalRight', exact: false, rows: 20, compared: 80 },
      false,
    ],
    ['new articles at a tenth', { check: 'newArticleLevel', factor: 0.1, cause: 'decimalLeft', rows: 12 }, true],
    ['new articles without VAT', { check: 'newArticleLevel', factor: 1 / 1.19, cause: 'vatRemoved', rows: 12 }, false],
    ['names', { check: 'names', column: 'name', rows: 90, of: 100 }, false],
  ])('%s', (_what, doubt, expected) => {
    expect(refuses(doubt, DELIVERY_LIMITS)).toBe(expected);
    const { colour, checks } = certifyDelivery([doubt], ['headings'], DELIVERY_LIMITS);
    expect(colour).toBe(expected ? 'red' : 'yellow');
    expect(checks.map(({ check }) => check)).toEqual([...DELIVERY_CHECKS]);
    expect(checks.find(({ check }) => check === doubt.check)?.result).toBe(expected ? 'refused' : 'doubtful');
    expect(checks.at(-1)?.result).toBe('unjudged');
  });

  test('nothing is green', () => expect(certifyDelivery([], [], DELIVERY_LIMITS).colour).toBe('green'));
});

test('moving every price its own way by less than the distance of columns never looks like another column', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 20, maxLength: 60 }),
      (moves) => {
        const moved = inFile(({ price }, at) => ({ price: Math.round((price as number) * (moves[at] as number)) }));
        return ofRows(moved, moves.length).every(({ check }) => check !== 'columns');
      },
    ),
  );
});
