import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  aboveAvp,
  aboveUmfeld,
  areFewNew,
  belowPurchasePrice,
  belowUmfeld,
  countEndings,
  decimalSlip,
  endingShares,
  largeChange,
  newArticle,
  ownPriceEnds,
  ownPriceStale,
  packSizeInversion,
  readPackSize,
  riskMagnitude,
  type RiskVerdict,
  swappedPrices,
  unusualEnding,
  usualRatio,
} from '../../src/index.ts';
import { NOW, onList, onPackage, row } from './rows.ts';

const DAY = 86_400;
const said = (verdict: RiskVerdict) => (typeof verdict === 'object' ? verdict.reason : verdict);

// Rule 14.9.
describe('below AEP (rule 14.10)', () => {
  test('is flagged with the least price that is not', () => {
    expect(belowPurchasePrice(row({ before: 1200, after: 1150, aep: 1000 }), onPackage)).toMatchObject({
      reason: 'belowPurchasePrice',
      basis: 'aep',
      reference: 1190,
      stake: 40,
    });
    expect(belowPurchasePrice(row({ before: 1200, after: 1190, aep: 1000 }), onPackage)).toBe('fine');
    expect(said(belowPurchasePrice(row({ after: 1070, aep: 1000, vatPercent: 7 }), onPackage))).toBe('fine');
  });

  test('where the price stands there already, is flagged on a list, and on a package that touches the price', () => {
    const standing = row({ before: 1150, after: 1150, aep: 1000 });
    expect(belowPurchasePrice(standing, onPackage)).toBe('fine');
    expect(said(belowPurchasePrice(standing, onList))).toBe('belowPurchasePrice');
    expect(said(belowPurchasePrice(row({ before: 1100, after: 1150, aep: 1000 }), onPackage))).toBe(
      'belowPurchasePrice',
    );
  });

  test('also where the AEP rose above a price that stays', () => {
    const risen = row({ before: 1190, after: 1190, aep: 1001, formerAep: 1000 });
    expect(said(belowPurchasePrice(risen, onPackage))).toBe('belowPurchasePrice');
  });

  test('cannot be judged without AEP; an exclusion has no price', () => {
    expect(belowPurchasePrice(row({ aep: null }), onPackage)).toBe('unknown');
    expect(belowPurchasePrice(row({ after: null }), onPackage)).toBe('fine');
  });
});

describe('above AVP (rule 14.11)', () => {
  test('is flagged on a package where the price comes to lie there, on a list wherever it lies there', () => {
    const standing = row({ before: 1100, after: 1100, avp: 1000 });
    expect(aboveAvp(standing, onPackage)).toBe('fine');
    expect(aboveAvp(standing, onList)).toMatchObject({ reason: 'aboveAvp', reference: 1000, percent: 10 });
    expect(said(aboveAvp(row({ before: 990, after: 1001, avp: 1000 }), onPackage))).toBe('aboveAvp');
    expect(aboveAvp(row({ before: 990, after: 1000, avp: 1000 }), onPackage)).toBe('fine');
    expect(said(aboveAvp(row({ before: null, after: 1001, avp: 1000 }), onPackage))).toBe('aboveAvp');
  });

  test('also where the AVP fell below a price that stays', () => {
    expect(said(aboveAvp(row({ avp: 950, formerAvp: 1050 }), onPackage))).toBe('aboveAvp');
  });

  test('cannot be judged without AVP', () => {
    expect(aboveAvp(row({}), onPackage)).toBe('unknown');
  });
});

describe('a large change (rule 14.12)', () => {
  test.each([
    [1000, 1201, 'largeChange'],
    [1000, 1200, 'fine'],
    [1200, 1000, 'fine'], // 20 % back
    [1200, 999, 'largeChange'],
    [99, 148, 'fine'], // 0,49 €
    [99, 149, 'largeChange'],
    [null, 1000, 'fine'],
    [1000, null, 'fine'],
  ])('from %p to %p is %s', (before, after, verdict) => {
    expect(said(largeChange(row({ before, after }), onPackage))).toBe(verdict);
  });

  test('counts by its size, ten at most', () => {
    expect(largeChange(row({ before: 1000, after: 1300 }), onPackage)).toMatchObject({ percent: 30, deviation: 3 });
    expect(largeChange(row({ before: 3290, after: 89_900 }), onPackage)).toMatchObject({ deviation: 10 });
  });
});

describe('a decimal slip (rule 14.13)', () => {
  test.each([
    [1000, 10_000],
    [1000, 10_490],
    [1000, 100],
    [1000, 96],
    [1000, 100_000],
    [129_900, 1299],
  ])('from %i to %i is one', (before, after) => {
    expect(said(decimalSlip(row({ before, after }), onPackage))).toBe('decimalSlip');
  });

  test.each([
    [1000, 4000],
    [1000, 5000],
    [1000, 30_000],
    [1000, 1100],
  ])('from %i to %i is none', (before, after) => {
    expect(decimalSlip(row({ before, after }), onPackage)).toBe('fine');
  });

  test('of a new article is told by Umfeld and AVP', () => {
    expect(decimalSlip(row({ before: null, after: 9900, avp: 1090 }), onPackage)).toMatchObject({ basis: 'avp' });
    expect(decimalSlip(row({ before: null, after: 9900, umfeldAvg: 990 }), onPackage)).toMatchObject({
      basis: 'umfeldAvg',
    });
    expect(decimalSlip(row({ before: null, after: 9900 }), onPackage)).toBe('unknown');
  });

  test('that is put right is none', () => {
    expect(decimalSlip(row({ before: 10_000, after: 1000, avp: 1090 }), onPackage)).toBe('fine');
  });

  test('that stands is told on the list only', () => {
    const standing = row({ before: 10_000, after: 10_000, umfeldAvg: 1000 });
    expect(decimalSlip(standing, onPackage)).toBe('fine');
    expect(said(decimalSlip(standing, onList))).toBe('decimalSlip');
  });
});

describe('above everybody around (rule 14.14)', () => {
  test('is more than 5 % above the maximum, or 30 % above the average', () => {
    const around = { umfeldMin: 800, umfeldAvg: 900, umfeldMax: 1000 };
    expect(aboveUmfeld(row({ before: 990, after: 1051, ...around }), onPackage)).toMatchObject({ basis: 'umfeldMax' });
    expect(aboveUmfeld(row({ before: 990, after: 1050, ...around }), onPackage)).toBe('fine');
    const average = { umfeldAvg: 1000 };
    expect(aboveUmfeld(row({ before: 990, after: 1301, ...average }), onPackage)).toMatchObject({ basis: 'umfeldAvg' });
    expect(aboveUmfeld(row({ before: 990, after: 1300, ...average }), onPackage)).toBe('fine');
    expect(aboveUmfeld(row({}), onPackage)).toBe('unknown');
  });

  test('was so before is no news to a package, unless it grows by more than 5 %', () => {
    const around = { umfeldMax: 1000 };
    expect(aboveUmfeld(row({ before: 1200, after: 1190, ...around }), onPackage)).toBe('fine');
    expect(said(aboveUmfeld(row({ before: 1200, after: 1190, ...around }), onList))).toBe('aboveUmfeld');
    expect(aboveUmfeld(row({ before: 1200, after: 1260, ...around }), onPackage)).toBe('fine');
    // 30 % above, 20 % before: the price has moved a further 8.33 % away, at 5 % for one
    const further = aboveUmfeld(row({ before: 1200, after: 1300, ...around }), onPackage);
    expect(further).toMatchObject({ reason: 'aboveUmfeld', percent: 30, deviation: expect.closeTo(1.667, 2) });
  });
});

describe('below everybody around (rule 14.15)', () => {
  test('is more than 10 % below the minimum, or 30 % below the average', () => {
    expect(belowUmfeld(row({ after: 899, umfeldMin: 1000, umfeldAvg: 1100 }), onPackage)).toMatchObject({
      basis: 'umfeldMin',
      percent: -10.1,
    });
    expect(belowUmfeld(row({ after: 900, umfeldMin: 1000, umfeldAvg: 1100 }), onPackage)).toBe('fine');
    expect(said(belowUmfeld(row({ after: 699, umfeldAvg: 1000 }), onPackage))).toBe('belowUmfeld');
    expect(belowUmfeld(row({ after: 700, umfeldAvg: 1000 }), onPackage)).toBe('fine');
  });

  test('matters where something is sold, or may be', () => {
    const far = { after: 500, umfeldMin: 1000 };
    expect(belowUmfeld(row({ ...far, units: 0 }), onPackage)).toBe('fine');
    expect(said(belowUmfeld(row({ ...far, units: 1 }), onPackage))).toBe('belowUmfeld');
    expect(said(belowUmfeld(row({ ...far, units: null }), onPackage))).toBe('belowUmfeld');
  });
});

describe('a new article (rule 14.16)', () => {
  const few = { few: true, usual: {} };
  const many = { few: false, usual: { umfeldAvg: { ratio: 0.9, spread: 4 } } };

  test('is flagged where few are new; an exclusion that gets a price is none', () => {
    expect(newArticle(row({ before: null }), few, onPackage)).toMatchObject({
      reason: 'newArticle',
      basis: 'delivery',
    });
    expect(newArticle(row({ before: null, priceTypeBefore: 1 }), few, onPackage)).toBe('fine');
    expect(newArticle(row({}), few, onPackage)).toBe('fine');
  });

  test('is judged by the other new rows where many are', () => {
    // 0.9 of the average is usual, so 9,00 is expected and 11,70 is 30 % more
    const at = (after: number) => newArticle(row({ before: null, after, umfeldAvg: 1000 }), many, onPackage);
    expect(at(900)).toBe('fine');
    expect(at(1170)).toBe('fine');
    expect(at(1171)).toMatchObject({ reason: 'newArticle', basis: 'umfeldAvg', reference: 900 });
    expect(said(at(629))).toBe('newArticle');
    expect(newArticle(row({ before: null, avp: 1000 }), many, onPackage)).toBe('unknown');
  });

  test('lies out of line only beyond five times the usual distance', () => {
    const loose = { few: false, usual: { umfeldAvg: { ratio: 1, spread: 10 } } };
    const at = (after: number) => newArticle(row({ before: null, after, umfeldAvg: 1000 }), loose, onPackage);
    expect(at(1500)).toBe('fine');
    expect(said(at(1501))).toBe('newArticle');
  });

  test.each([
    [20, 1000, true],
    [21, 1000, false],
    [200, 20_000, true],
    [201, 20_000, false],
    [5, 10, true],
    [6, 10, false], // a small quarterly package
  ])('%i of %i rows are few: %p', (count, rows, few) => {
    expect(areFewNew(count, rows)).toBe(few);
  });

  test('the usual ratio is the middle one, of 20 articles at least', () => {
    const ratios = Float64Array.from({ length: 21 }, (_, i) => 0.8 + i * 0.02);
    const usual = usualRatio(ratios);
    expect(usual?.ratio).toBeCloseTo(1);
    expect(usual?.spread).toBeCloseTo(10);
    expect(usualRatio(ratios.slice(0, 19))).toBeUndefined();
  });
});

describe('an own price', () => {
  const own = { priceTypeBefore: 2, ownPriceBefore: 900, before: 900, calculatedPrice: 1080 } as const;

  test('ends where the calculated price or none takes its place (rule 14.17)', () => {
    expect(ownPriceEnds(row({ ...own, after: 1080 }))).toMatchObject({
      reason: 'ownPriceEnds',
      reference: 900,
      percent: 20,
      deviation: 2,
    });
    expect(said(ownPriceEnds(row({ ...own, after: null })))).toBe('ownPriceEnds');
    expect(ownPriceEnds(row({ ...own, after: 900 }))).toBe('fine');
    expect(ownPriceEnds(row({ ...own, after: 950 }))).toBe('fine'); // another own price
    expect(said(ownPriceEnds(row({ ...own, priceTypeBefore: 3, after: 1080 })))).toBe('ownPriceEnds');
    expect(ownPriceEnds(row({ before: 900, after: 1000 }))).toBe('fine');
  });

  const stays = { ...own, after: 900, ownPriceSince: NOW - 366 * DAY };

  test('is stale after a year in which AEP or Umfeld moved (rule 14.18)', () => {
    expect(ownPriceStale(row({ ...stays, aep: 530, formerAep: 500 }), onPackage)).toMatchObject({
      reason: 'ownPriceStale',
      basis: 'aep',
      percent: 6,
    });
    const byUmfeld = ownPriceStale(row({ ...stays, umfeldAvg: 940, formerUmfeld: 1000 }), onPackage);
    expect(byUmfeld).toMatchObject({ basis: 'umfeldAvg', percent: -6 });
    expect(ownPriceStale(row({ ...stays, aep: 525, formerAep: 500 }), onPackage)).toBe('fine');
    expect(ownPriceStale(row(stays), onPackage)).toBe('unknown');
    const young = row({ ...stays, ownPriceSince: NOW - 364 * DAY, aep: 600, formerAep: 500 });
    expect(ownPriceStale(young, onPackage)).toBe('fine');
    expect(ownPriceStale(row({ ...stays, ownPriceSince: null }), onPackage)).toBe('unknown');
  });
});

describe('an ending (rule 14.19)', () => {
  // 1,000 prices: 700 end in 9, 296 in 5, four in 0
  const list = [4, 0, 0, 0, 0, 296, 0, 0, 0, 700];
  const none = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

  test('is unusual below half a percent of the prices', () => {
    const shares = endingShares(list, none);
    const at = (after: number) => said(unusualEnding(row({ before: 999, after }), shares, onPackage));
    expect([1099, 1095, 1090, 1093].map(at)).toEqual(['fine', 'fine', 'unusualEnding', 'unusualEnding']);
    expect(unusualEnding(row({ before: 993, after: 993 }), shares, onPackage)).toBe('fine');
    expect(said(unusualEnding(row({ before: 993, after: 993 }), shares, onList))).toBe('unusualEnding');
  });

  test('that the whole delivery uses is usual', () => {
    const delivery = [0, 0, 0, 0, 0, 0, 0, 250, 0, 0];
    expect(unusualEnding(row({ before: 999, after: 1007 }), endingShares(list, delivery), onPackage)).toBe('fine');
  });

  test('cannot be judged by fewer than 200 prices', () => {
    expect(endingShares([0, 0, 0, 0, 0, 0, 0, 0, 0, 199])).toBeNull();
    expect(unusualEnding(row({ before: 999, after: 1003 }), null, onPackage)).toBe('unknown');
  });

  test('is counted by its last digit', () => {
    expect(countEndings([999, 1299, 495, null, 1000])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
  });
});

describe('packs of one product (rule 14.20)', () => {
  const pack = (number: number, content: string, before: number | null, after: number | null) => ({
    row: number,
    before,
    after,
    size: readPackSize(content),
    expected: null,
  });
  const small = pack(0, '20 St', 500, 500);

  test('the larger one is flagged where each costs more than in the smaller one', () => {
    // 50 at 0,25 each are 12,50
    expect(packSizeInversion(pack(1, '50 St', 1100, 1299), small, onPackage)).toMatchObject({
      reason: 'packSizeInversion',
      reference: 1250,
      neighbour: 0,
    });
    expect(packSizeInversion(pack(1, '50 St', 1100, 1275), small, onPackage)).toBe('fine');
    expect(packSizeInversion(small, pack(1, '50 St', 1100, 1299), onPackage)).toBe('fine'); // it did not change
  });

  test('the smaller one is flagged where it became too cheap', () => {
    expect(said(packSizeInversion(pack(0, '20 St', 500, 300), pack(1, '50 St', 1100, 1100), onPackage))).toBe(
      'packSizeInversion',
    );
  });

  test('on a list the larger one is flagged', () => {
    const large = pack(1, '50 St', 1400, 1400);
    expect(said(packSizeInversion(large, small, onList))).toBe('packSizeInversion');
    expect(packSizeInversion(small, large, onList)).toBe('fine');
    expect(packSizeInversion(large, small, onPackage)).toBe('fine');
  });

  test('cannot be judged where the content is no size', () => {
    expect(packSizeInversion(pack(1, '1 P', 1100, 1299), small, onPackage)).toBe('unknown');
  });
});

describe('swapped prices (rule 14.21)', () => {
  const of = (number: number, before: number, after: number) => ({ row: number, before, after });

  test('are those of two rows that took about the price of the other', () => {
    expect(swappedPrices(of(0, 999, 1599), of(1, 1599, 999))).toMatchObject({ reason: 'swappedPrices', neighbour: 1 });
    expect(said(swappedPrices(of(0, 999, 1649), of(1, 1599, 1019)))).toBe('swappedPrices');
  });

  test('are none where only one did, nothing changed, or both lay close', () => {
    expect(swappedPrices(of(0, 999, 1599), of(1, 1599, 1599))).toBe('fine');
    expect(swappedPrices(of(0, 999, 1599), of(1, 1599, 1649))).toBe('fine');
    expect(swappedPrices(of(0, 999, 1049), of(1, 1049, 999))).toBe('fine');
  });
});

test('what is at stake counts by its magnitude (rule 14.23)', () => {
  expect(riskMagnitude(0)).toBe(1);
  expect(riskMagnitude(900)).toBeCloseTo(2); // 9 €
  expect(riskMagnitude(9900)).toBeCloseTo(3);
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), (cents, more) => {
      expect(riskMagnitude(cents + more)).toBeGreaterThanOrEqual(riskMagnitude(cents));
    }),
  );
});

test('a price further away from what it is compared with never counts less', () => {
  const cents = fc.integer({ min: 1, max: 999_999 });
  const deviation = (verdict: RiskVerdict) => (typeof verdict === 'object' ? verdict.deviation : 0);
  fc.assert(
    fc.property(cents, cents, fc.nat(100_000), (reference, after, more) => {
      const at = (price: number) => row({ before: null, after: price, avp: reference, umfeldMax: reference });
      expect(deviation(aboveAvp(at(after + more), onPackage))).toBeGreaterThanOrEqual(
        deviation(aboveAvp(at(after), onPackage)),
      );
      expect(deviation(aboveUmfeld(at(after + more), onPackage))).toBeGreaterThanOrEqual(
        deviation(aboveUmfeld(at(after), onPackage)),
      );
      const change = (price: number) => deviation(largeChange(row({ before: reference, after: price }), onPackage));
      if (after >= reference) expect(change(after + more)).toBeGreaterThanOrEqual(change(after));
    }),
  );
});
