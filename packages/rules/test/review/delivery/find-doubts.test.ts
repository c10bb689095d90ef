import { describe, expect, test } from '@jest/globals';
import {
  certifyDelivery,
  DELIVERY_LIMITS,
  type DeliveryBackground,
  type DeliveryRows,
  describeDeliveryDoubt,
  findDeliveryDoubts,
  usualChange,
  movedByCommonFactor,
} from '../../../src/index.ts';
import { row as riskRow } from '../rows.ts';

type Row = { [Name in keyof DeliveryRows]-?: NonNullable<DeliveryRows[Name]>[number] };
const plain: Row = {
  before: 1000,
  calculatedBefore: 1000,
  priceTypeBefore: 0,
  changedAt: 100,
  statedBefore: 1000,
  calculatedPrice: 1000,
  avp: 1200,
  formerAvp: 1200,
  aep: null,
  formerAep: null,
  listedBefore: null,
};
const NEW: Partial<Row> = { before: null, calculatedBefore: null, priceTypeBefore: null, statedBefore: null };

function rowsOf(rows: readonly Partial<Row>[]): DeliveryRows {
  const full = rows.map((row) => ({ ...plain, ...row }));
  const names = Object.keys(plain) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, full.map((row) => row[name])])) as unknown as DeliveryRows;
}
const plainly: DeliveryBackground = { arrivedAt: null, formerChanges: [], priceToAvp: null, listCount: 100 };
const doubts = (rows: readonly Partial<Row>[], background: Partial<DeliveryBackground> = {}) =>
  findDeliveryDoubts(rowsOf(rows), { ...plainly, ...background });
const many = (count: number, row: (at: number) => Partial<Row>) => Array.from({ length: count }, (_, at) => row(at));
/** A price of its own for each row, from 5,00 on. */
const price = (at: number) => 500 + at * 37;
const listed = (at: number) => ({ before: price(at), calculatedBefore: price(at), statedBefore: price(at) });

// Rule 14.62.
describe('a common factor (rule 20.3)', () => {
  const net = (at: number) => ({ ...listed(at), calculatedPrice: Math.round(price(at) / 1.19) });

  test('is found among calculated prices, which own prices hide', () => {
    // the own price of every second row is in force: it moved from 20,00
    const own = (at: number) => (at % 2 ? { before: 2000, priceTypeBefore: 2 as const } : {});
    const rows = many(20, (at) => ({ ...net(at), ...own(at) }));
    expect(doubts(rows)).toMatchObject([{ check: 'commonFactor', cause: 'vatRemoved', rows: 20, of: 20 }]);
  });

  test('where the list is not known, the file says what an own price hides', () => {
    const rows = many(20, (at) => ({ ...net(at), before: 2000, priceTypeBefore: 2, calculatedBefore: null }));
    expect(doubts(rows)).toMatchObject([{ check: 'commonFactor', cause: 'vatRemoved' }]);
  });

  test.each([10, 100])(
    'what had %s times its price comes back: a doubt, no fact; the mistake once more is one',
    (by) => {
      const colourOf = (row: (at: number) => Partial<Row>) =>
        certifyDelivery(doubts(many(20, row)), [], DELIVERY_LIMITS).colour;
      const right = (at: number) => ({ avp: price(at) + 200, formerAvp: price(at) + 200 });
      const wrong = (at: number) => ({ before: price(at) * by, calculatedBefore: price(at) * by, statedBefore: null });
      expect(
        colourOf((at) => ({ ...right(at), ...wrong(at), calculatedPrice: price(at), listedBefore: price(at) })),
      ).toBe('yellow');
      // nothing says that it was a mistake
      expect(colourOf((at) => ({ ...wrong(at), avp: 0, calculatedPrice: price(at), listedBefore: price(at) }))).toBe(
        'red',
      );
      expect(
        colourOf((at) => ({
          ...right(at),
          ...listed(at),
          calculatedPrice: price(at) * by,
          listedBefore: price(at) * by,
        })),
      ).toBe('red');
    },
  );

  test('flags the rows that move by it, and no others', () => {
    const common = {
      check: 'commonFactor',
      factor: 1 / 1.19,
      cause: 'vatRemoved',
      exact: true,
      rows: 9,
      of: 10,
      compared: 10,
      unexplained: 9,
    } as const;
    expect(movedByCommonFactor(riskRow({ before: 1190, after: 1000 }), common)).toMatchObject({
      reason: 'commonFactor',
      reference: 1190,
    });
    expect(movedByCommonFactor(riskRow({ before: 1190, after: 1010 }), common)).toBe('fine');
    expect(movedByCommonFactor(riskRow({ before: 1190, after: 1190 }), common)).toBe('fine');
    expect(movedByCommonFactor(riskRow({ before: 1190, after: 1000 }), null)).toBe('fine');
  });
});

describe('new articles beside their AVP (rule 20.2)', () => {
  // the list lies at 88 % of the AVP; new articles between 78 and 98 %
  const fresh = (factor: number) =>
    many(15, (at) => ({
      ...NEW,
      avp: price(at),
      calculatedPrice: Math.round(price(at) * (0.78 + (at % 5) * 0.05) * factor),
    }));
  const level = { priceToAvp: 0.88 };

  test.each([
    [1 / 1.19, 'vatRemoved'],
    [1.19, 'vatAdded'],
    [0.01, 'decimalLeft'],
    [10, 'decimalRight'],
  ])('times %f: %s', (factor, cause) => {
    expect(doubts(fresh(factor), level)).toMatchObject([{ check: 'newArticleLevel', cause, rows: 15 }]);
  });

  test.each([1, 0.95, 1.05])('times %f says nothing', (factor) => {
    expect(doubts(fresh(factor), level)).toEqual([]);
  });

  test('needs ten of them, and a list to compare with', () => {
    expect(doubts(fresh(1 / 1.19).slice(0, 9), level)).toEqual([]);
    expect(doubts(fresh(1 / 1.19))).toEqual([]);
  });
});

describe("'TruePrice alt' beside the list (rule 20.2)", () => {
  test('is counted where it is no price of the list, with the worst', () => {
    const rows = [
      {},
      { statedBefore: 900 },
      { statedBefore: 850 },
      { statedBefore: null },
      { ...NEW, statedBefore: 700 },
      // 1,00 off, but a hundredth only
      { before: 10_000, calculatedBefore: 10_000, statedBefore: 9900, calculatedPrice: 10_000 },
    ];
    expect(doubts(rows)).toEqual([{ check: 'staleBase', rows: 3, of: 4, worst: 2, stated: 850, listed: 1000 }]);
  });

  test('may be the own price in force or the calculated one below it', () => {
    const own = { before: 1500, priceTypeBefore: 2 as const };
    expect(doubts([own, { ...own, statedBefore: 1500 }])).toEqual([]);
    expect(doubts([{ ...own, statedBefore: 1400 }])).toMatchObject([{ check: 'staleBase', listed: 1000 }]);
  });

  test('of a row that changed after the file arrived is not the fault of the file', () => {
    const moved = { statedBefore: 900, changedAt: 101 };
    expect(doubts([moved], { arrivedAt: 100 })).toEqual([]);
    expect(doubts([moved], { arrivedAt: 101 })).toMatchObject([{ check: 'staleBase' }]);
  });
});

describe('more changes than in former updates (rule 20.4)', () => {
  const changing = (count: number) =>
    many(count, (at) => ({ ...listed(at), calculatedPrice: price(at) + 1 + ((at * 7) % 13) }));

  test.each([
    // the median is 20, the median distance 5: 20 + 4 × 1.4826 × 5 = 49.7
    [50, [25, 20, 10], 100, true],
    [49, [25, 20, 10], 100, false],
    [50, [25, 20], 100, false],
    // at least a quarter of the list
    [31, [0, 0, 0], 120, true],
    [30, [0, 0, 0], 120, false],
    // one former mistake changes nothing
    [50, [25, 20, 10, 900, 15], 100, true],
    [51, [25, 51, 10, 51, 60], 100, false],
  ])('%i after %p on a list of %i: %p', (count, formerChanges, listCount, expected) => {
    const found = doubts(changing(count), { formerChanges, listCount });
    const updates = formerChanges.length;
    expect(found).toMatchObject(expected ? [{ check: 'unusualShare', rows: count, updates }] : []);
    expect(found).toHaveLength(expected ? 1 : 0);
  });

  test("a producer's rise is not counted", () => {
    const rise = many(60, (at) => ({
      ...listed(at),
      calculatedPrice: Math.round(price(at) * 1.08),
      formerAvp: 1200,
      avp: 1296,
    }));
    expect(doubts(rise, { formerChanges: [0, 0, 0] })).toEqual([]);
    expect(usualChange(rowsOf(rise))).toBeNull();
  });
});

test('the size of the changes is what four fifths stay below, without articles that are new (rule 20.4)', () => {
  const rows = many(30, (at) => ({
    ...listed(at),
    calculatedPrice: Math.round(price(at) * (at % 3 === 0 ? 1.2 : 0.95)),
  }));
  expect(usualChange(rowsOf([...rows, { ...NEW, calculatedPrice: 500 }]))).toBeCloseTo(20, 0);
  expect(usualChange(rowsOf(rows.slice(0, 19)))).toBeNull();
});

test('each doubt is a German sentence with its numbers', () => {
  const text = (doubt: Parameters<typeof describeDeliveryDoubt>[0]) =>
    describeDeliveryDoubt(doubt, () => 'Babyöl').replaceAll('\u00a0', ' ');
  const factor = {
    check: 'commonFactor',
    factor: 1 / 1.19,
    cause: 'vatRemoved',
    exact: true,
    rows: 1490,
    of: 1500,
    compared: 1500,
    unexplained: 1490,
  } as const;
  expect(text(factor)).toBe(
    '1.490 von 1.500 geänderten Preisen sind 16,0 % niedriger als heute. Wahrscheinlich fehlt die MwSt.',
  );
  expect(text({ ...factor, otherFactor: 1 / 1.07 })).toBe(
    '1.490 von 1.500 geänderten Preisen sind 16,0 % oder 6,5 % niedriger als heute. Wahrscheinlich fehlt die MwSt.',
  );
  expect(text({ ...factor, factor: 100, cause: 'decimalRight', exact: false, rows: 60, of: 100 })).toBe(
    '60 von 100 Preisen sind etwa 100-mal so hoch wie heute. Wahrscheinlich ist das Komma verrutscht.',
  );
  expect(text({ check: 'newArticleLevel', factor: 1.19, cause: 'vatAdded', rows: 50 })).toBe(
    'Die 50 neuen Artikel liegen, gemessen am AVP, etwa 19,0 % höher als Ihre Liste. Wahrscheinlich ist die MwSt. doppelt aufgeschlagen.',
  );
  expect(text({ check: 'staleBase', rows: 1, of: 4, worst: 0, stated: 424, listed: 499 })).toBe(
    'Bei einem von 4 Artikeln ist „TruePrice alt“ nicht der Preis Ihrer Liste, am weitesten bei Babyöl: laut Datei 4,24 €, in Ihrer Liste 4,99 €.',
  );
  expect(text({ check: 'unusualShare', rows: 1400, usual: 60, updates: 6 })).toBe(
    '1.400 Preise ändern sich. Bei den letzten 6 Updates waren es meist 60.',
  );
});
