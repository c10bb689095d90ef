import { describe, expect, test } from '@jest/globals';
import {
  type Arrival,
  certifyDelivery,
  DELIVERY_LIMITS,
  type DeliveryCheck,
  findArrivalDoubts,
  type MoneyColumn,
} from '../../../src/index.ts';
import { arrivalOf, type Cells, inFile, sampleOf, type SampleRow } from './support.ts';

// Rules 20.10, 20.18 to 20.21: lists with prices that end as pharmacies' do, and deliveries of 40 and 100 rows.
type Change = (row: SampleRow, at: number) => SampleRow;

/** 'x9' and 'x5' by turns, without a pattern that a factor could repeat. */
function charming(at: number): number {
  return 500 + ((at * 617) % 397) * 10 + (at % 3 === 0 ? 5 : 9);
}
const listed: Change = (row, at) => {
  const price = charming(at);
  const cells: Cells = {
    price,
    base: price,
    avp: charming(at) + 100 + ((at * 7) % 12) * 10,
    aep: Math.round(price * (0.5 + (at % 7) / 50)),
    vhp: Math.round(price * (1.02 + (at % 5) / 50)),
    umfeldMin: Math.round(price * 0.85),
    umfeldAvg: Math.round(price * (0.98 + (at % 4) / 50)),
    umfeldMax: Math.round(price * 1.3),
  };
  return { ...row, list: cells, file: cells, avpOld: cells.avp, listedBefore: price - 50 };
};
const EMPTY: Cells = {
  price: null,
  base: null,
  avp: null,
  aep: null,
  vhp: null,
  umfeldMin: null,
  umfeldAvg: null,
  umfeldMax: null,
};
/** New articles beside a list of 100. */
const fresh: Change = (row, at) => ({ ...listed(row, at), list: EMPTY, listedBefore: null });

const pharmacy = sampleOf(100, listed);
function judge(base: Change, change: Change, arrival: Partial<Arrival> = {}, count = 40) {
  const sample = { ...sampleOf(count, (row, at) => change(base(row, at), at)), usual: pharmacy.file };
  const { doubts, unjudged } = findArrivalDoubts(
    arrivalOf({ sample, rows: count, listCount: 100, ...arrival }),
    DELIVERY_LIMITS,
  );
  const { colour } = certifyDelivery(doubts, unjudged, DELIVERY_LIMITS, arrival.takenIn);
  return { colour, doubts, checks: doubts.map(({ check }) => check) };
}
const times = (factor: number, ...columns: MoneyColumn[]): Change =>
  inFile((file) =>
    Object.fromEntries(columns.map((column) => [column, Math.max(1, Math.round((file[column] as number) * factor))])),
  );
const some =
  (every: number, change: Change): Change =>
  (row, at) =>
    at % every === 0 ? change(row, at) : row;
const same: Change = (row) => row;

test('honest deliveries are green: of the list, of new articles, of a pharmacy without a list', () => {
  expect(judge(listed, same).doubts).toEqual([]);
  expect(judge(fresh, same).doubts).toEqual([]);
  const first = sampleOf(40, fresh);
  const nothing = { ...sampleOf(0), pzn: [] }.file;
  const { doubts } = findArrivalDoubts(
    arrivalOf({ sample: { ...first, usual: nothing, usualVat: [] }, listCount: 0 }),
    DELIVERY_LIMITS,
  );
  expect(doubts).toEqual([]);
});

describe('however the base moved (rule 20.18)', () => {
  // every price moved by its own way before, and ends as usual
  const moved: Change = (row, at) => {
    const price = Math.round(((row.file.price as number) * (0.94 + ((at * 5) % 13) / 100)) / 10) * 10 + 9;
    return { ...row, file: { ...row.file, price } };
  };
  const after =
    (change: Change): Change =>
    (row, at) =>
      change(moved(row, at), at);

  test('the moves alone are fine', () => expect(judge(listed, moved).doubts).toEqual([]));

  test.each([1 / 1.19, 1.19])('times %f of all: the endings tell, and refuse', (factor) => {
    const { colour, doubts } = judge(listed, after(times(factor, 'price')));
    expect(colour).toBe('red');
    expect(doubts).toContainEqual(expect.objectContaining({ check: 'priceLevel', basis: 'endings', isFact: true }));
  });

  test("to the cent beside the file's own base, which is not the list's any more", () => {
    const change: Change = (row, at) => {
      const base = (row.list.price as number) + 40 + (at % 9);
      return { ...row, file: { ...row.file, base, price: Math.round(base / 1.19) } };
    };
    const { colour, doubts } = judge(listed, change);
    expect(colour).toBe('red');
    expect(doubts).toContainEqual(
      expect.objectContaining({ check: 'priceLevel', basis: 'base', cause: 'vatRemoved', isFact: true }),
    );
  });

  test('beside the last delivery, which was never approved', () => {
    const change: Change = (row, at) => {
      const lastPrice = (row.list.price as number) - 30 - (at % 9);
      return { ...row, lastPrice, file: { ...row.file, base: null, price: Math.round(lastPrice * 1.19) } };
    };
    expect(judge(listed, change).doubts).toContainEqual(
      expect.objectContaining({ check: 'priceLevel', basis: 'lastPrice', cause: 'vatAdded', isFact: true }),
    );
  });

  test('a former price that comes back is a repair', () => {
    const repair: Change = (row) => {
      const price = row.list.price as number;
      const net = Math.round(price / 1.19);
      return {
        ...row,
        list: { ...row.list, price: net, base: net },
        listedBefore: price,
        file: { ...row.file, base: net, price },
      };
    };
    expect(judge(listed, repair).colour).not.toBe('red');
  });

  test('net throughout, half of the whole list, is a fact although the AVP is net, too', () => {
    const net = times(1 / 1.19, 'price', 'avp', 'aep', 'vhp', 'umfeldMin', 'umfeldAvg', 'umfeldMax');
    expect(judge(listed, net, {}, 100)).toMatchObject({ colour: 'red' });
  });

  test.each([1.19, 1 / 1.19])("a producer's %f of 14 articles, the AVP with it, is none", (factor) => {
    const { colour, checks } = judge(listed, times(factor, 'price', 'avp'), {}, 14);
    expect(colour).not.toBe('red');
    expect(checks).not.toContain('priceLevel');
  });
});

describe('new articles by the columns of their row (rules 20.2, 20.18, 20.19)', () => {
  const ALL = ['price', 'avp', 'aep', 'vhp', 'umfeldMin', 'umfeldAvg', 'umfeldMax'] as const;
  test.each<[string, Change, DeliveryCheck, 'red' | 'yellow']>([
    ['all columns × 10', times(10, ...ALL), 'priceLevel', 'red'],
    ['all columns × 100', times(100, ...ALL), 'priceLevel', 'red'],
    ['all columns ÷ 10', times(0.1, ...ALL), 'priceLevel', 'yellow'],
    ['all columns net', times(1 / 1.19, ...ALL), 'priceLevel', 'red'],
    ['prices × 10', times(10, 'price'), 'priceShape', 'yellow'],
    ['the AEP as price', inFile(({ aep }) => ({ price: aep })), 'priceShape', 'yellow'],
    ['the VHP as price', inFile(({ vhp }) => ({ price: vhp })), 'priceShape', 'yellow'],
    ['all equal', inFile(() => ({ price: 999 })), 'priceShape', 'yellow'],
    [
      'half of them equal',
      some(
        2,
        inFile(() => ({ price: 999 })),
      ),
      'priceShape',
      'yellow',
    ],
    [
      'noise of a half',
      inFile(({ price }, at) => ({ price: Math.round((price as number) * (at % 2 ? 1.45 : 0.6)) })),
      'priceShape',
      'yellow',
    ],
    ['AEP with VAT', times(1.19, 'aep'), 'references', 'yellow'],
    ['AVP × 10', times(10, 'avp'), 'references', 'yellow'],
    [
      'whole euros',
      inFile(({ price }) => ({ price: Math.floor((price as number) / 100) * 100 })),
      'priceShape',
      'yellow',
    ],
  ])('%s', (_what, change, check, colour) => {
    const found = judge(fresh, change);
    expect(found.checks).toContain(check);
    if (colour === 'red') expect(found.colour).toBe('red');
    else expect(found.colour).not.toBe('green');
  });

  test.each([
    [5, 95, 'yellow'],
    [4, 96, 'green'],
    [75, 1, 'red'],
    [9, 2, 'yellow'],
  ])('%i rows of another group beside %i: %s', (otherGroup, rows, colour) => {
    const foreign = { otherGroup, notListed: 0, inMaster: 0 };
    expect(judge(fresh, same, { foreign, rows }).colour).toBe(colour);
  });

  test.each([
    [2, 3, 'yellow'],
    [3, 2, 'yellow'],
    [1, 3, 'green'],
    [2, 2, 'green'],
  ])('%i rows of another list and %i by the product master alone, of 100: %s', (otherGroup, inMaster, colour) => {
    const foreign = { otherGroup, notListed: 0, inMaster };
    expect(judge(fresh, same, { foreign, rows: 100 - otherGroup }).colour).toBe(colour);
  });
});

describe('a pharmacy without a past', () => {
  test.each<[string, Change]>([
    ['sorted by themselves', (row, at) => ({ ...row, file: { ...row.file, price: 500 + at * 111 } })],
    ['up by a quarter, in a tenth', some(7, times(1.5, 'price'))],
    ['of other articles', (row, at) => ({ ...row, file: { ...row.file, price: charming(at + 3) } })],
  ])('prices %s', (_what, change) => {
    expect(judge(listed, change).checks).toContain('priceShape');
    expect(judge(fresh, change).colour).not.toBe('green');
  });

  test('of which more rows are to be reviewed than on any first list', () => {
    const high = inFile(({ avp }, at) => ({ price: Math.round((avp as number) * (at % 3 ? 1.02 : 0.9)) }));
    expect(judge(fresh, high).checks).toContain('rowReview');
  });
});

describe('a list that sells under its AEP (rule 20.21)', () => {
  const dear: Change = (row, at) => {
    const aep = at % 10 < 6 ? Math.round((row.file.price as number) * 1.06) : row.file.aep;
    return { ...row, list: { ...row.list, aep }, file: { ...row.file, aep } };
  };
  const dearList: Change = (row, at) => dear(listed(row, at), at);

  test('is not doubted for it', () => {
    const usual = sampleOf(100, dearList).file;
    const sample = { ...sampleOf(40, dearList), usual };
    expect(findArrivalDoubts(arrivalOf({ sample }), DELIVERY_LIMITS).doubts).toEqual([]);
  });

  test('unless it never did: then it is refused, and after staff took it in doubted only', () => {
    const change = inFile(({ price }) => ({ aep: Math.round((price as number) * 1.06) }));
    const { colour, doubts } = judge(listed, change);
    expect([colour, doubts[0]]).toMatchObject(['red', { check: 'columns' }]);
    expect(judge(listed, change, { takenIn: ['columns'] }).colour).toBe('yellow');
  });
});

test('a smaller month is not doubted for its missing rows; an LZD is', () => {
  const last = { rows: 100, missing: 60, missingAtEnd: 5 };
  expect(judge(listed, same, { last, isWhole: false }).doubts).toEqual([]);
  expect(judge(listed, same, { last, isWhole: true }).checks).toEqual(['missingRows']);
  expect(judge(listed, same, { last: { ...last, missingAtEnd: 60 }, isWhole: false }).checks).toEqual(['missingRows']);
});

describe('beside the product master', () => {
  const [above, below] = [7, 19];
  test.each([
    [2, false],
    [3, true],
  ])('%i other VAT rates: %p', (count, expected) => {
    const change: Change = (row, at) => (at < count ? { ...row, vat: above, knownVat: below } : row);
    expect(judge(listed, change).checks).toEqual(expected ? ['vat'] : []);
  });

  test('names that belong to other articles of the file', () => {
    const swapped =
      (count: number): Change =>
      (row, at) => ({
        ...row,
        name: at < count ? `Artikel Nr. ${at + 1}` : row.name,
      });
    expect(judge(listed, swapped(2)).checks).toEqual([]);
    expect(judge(listed, swapped(3)).checks).toEqual(['names']);
  });

  test('contents of the next article', () => {
    const change: Change = (row, at) => ({ ...row, content: `${at + 1} ml`, knownContent: `${at} ml` });
    expect(judge(listed, change).doubts).toEqual([{ check: 'names', column: 'content', rows: 40, of: 40 }]);
  });

  test.each([
    ['D”hler', 'Döhler'],
    ['N„hrcreme', 'Nährcreme'],
    ['H„mor\u00adrhoiden', 'H„mor\u00adrhoiden'],
    ['Soledum Kapseln f�r', 'Soledum Kapseln für'],
    ['WEIáDORN', 'WEIßDORN'],
    ['Doehler', 'Döhler'],
  ])('one name %s, known as %s', (name, knownName) => {
    const change: Change = (row, at) => (at === 0 ? { ...row, name, knownName } : row);
    const isBroken = name !== knownName && name !== 'Doehler';
    expect(judge(listed, change).checks).toEqual(isBroken ? ['encoding'] : []);
  });
});

describe('AVP and Umfeld beside the list', () => {
  const next =
    (columns: readonly MoneyColumn[]): Change =>
    (row, at) => {
      const other = listed(row, at + 1).file;
      return { ...row, file: { ...row.file, ...Object.fromEntries(columns.map((column) => [column, other[column]])) } };
    };
  test('Umfeld of the next article', () => {
    expect(judge(listed, next(['umfeldMin', 'umfeldMax'])).checks).toContain('references');
    expect(judge(fresh, next(['umfeldMin', 'umfeldAvg', 'umfeldMax'])).checks).toContain('references');
  });

  test("'AVP alt' and 'AVP neu' exchanged", () => {
    const rise: Change = (row, at) => {
      const avp = row.list.avp as number;
      return at % 4 ? row : { ...row, avpOld: avp, file: { ...row.file, avp: avp + 50 } };
    };
    expect(judge(listed, rise).doubts).toEqual([]);
    const exchanged: Change = (row, at) => {
      const said = rise(row, at);
      return { ...said, avpOld: said.file.avp, file: { ...said.file, avp: said.avpOld } };
    };
    expect(judge(listed, exchanged).doubts).toMatchObject([
      { check: 'references', fault: 'exchanged', rows: 10, of: 10 },
    ]);
  });
});
