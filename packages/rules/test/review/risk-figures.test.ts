import { describe, expect, test } from '@jest/globals';
import {
  aboveAvp,
  aboveUmfeld,
  belowPurchasePrice,
  belowUmfeld,
  couldBeSwapped,
  decimalSlip,
  endingShares,
  largeChange,
  largestCount,
  largestEffect,
  newArticle,
  newReferences,
  ownPriceEnds,
  ownPriceStale,
  type Pack,
  packSizeInversion,
  readPackSize,
  type RiskVerdict,
  swappedPrices,
  unusualEnding,
  usualRatio,
} from '../../src/index.ts';
import { NOW, onList, onPackage, row } from './rows.ts';

// The whole flag of each rule, with figures worked out by hand, and the values on both sides of each limit.

const close = (value: number) => expect.closeTo(value, 3);
const deviation = (verdict: RiskVerdict) => (typeof verdict === 'object' ? verdict.deviation : verdict);
const none = { neighbour: null };

// Rules 14.10, 14.11, 14.12, 14.13, 14.14, 14.15, 14.16, 14.17, 14.18, 14.19 and 14.21.
describe('below AEP: 11,90 is the least for an AEP of 10,00', () => {
  test('3.36 % short count 2.5 % more, at 2.5 % for one', () => {
    expect(belowPurchasePrice(row({ before: 1200, after: 1150, aep: 1000 }), onPackage)).toEqual({
      ...none,
      reason: 'belowPurchasePrice',
      basis: 'aep',
      reference: 1190,
      stake: 40,
      percent: close(-3.361),
      deviation: close(2.345),
    });
  });

  test('a loss that grows from 3.36 to 15.97 % counts by 12.2 %, one that shrinks hardly', () => {
    const at = (before: number, after: number) => belowPurchasePrice(row({ before, after, aep: 1000 }), onPackage);
    expect(deviation(at(1150, 1000))).toEqual(close(5.878));
    expect(deviation(at(1000, 1150))).toBe(0.2);
  });

  test('an AEP of nothing is none; a new product has no former loss', () => {
    expect(belowPurchasePrice(row({ aep: 0 }), onPackage)).toBe('unknown');
    expect(deviation(belowPurchasePrice(row({ before: null, after: 1150, aep: 1000 }), onPackage))).toEqual(
      close(2.345),
    );
  });
});

describe('above AVP', () => {
  const at = (before: number | null, after: number | null, avp: number | null, formerAvp: number | null = null) =>
    aboveAvp(row({ before, after, avp, formerAvp }), onPackage);

  test('10 % above, at 5 % for one, counts 2, however far below it was', () => {
    const flag = { ...none, reason: 'aboveAvp', basis: 'avp', reference: 1000, percent: 10, deviation: 2, stake: 100 };
    expect(at(600, 1100, 1000)).toEqual(flag);
    expect(at(1000, 1100, 1000)).toEqual(flag);
    expect(at(null, 1100, 1000)).toEqual(flag);
    expect(aboveAvp(row({ before: 1100, after: 1100, avp: 1000 }), onList)).toEqual(flag);
  });

  test('from 10 % above, 5 % further is no news and 5.09 % is', () => {
    expect(at(1100, 1155, 1000)).toBe('fine');
    expect(deviation(at(1100, 1156, 1000))).toEqual(close(1.018));
  });

  test('a price is measured by the AVP of its time', () => {
    expect(at(1250, 1320, 1200, 1000)).toBe('fine'); // 25 % above, now 10 %
    expect(at(null, null, 1000)).toBe('fine');
    expect(at(1000, null, null)).toBe('fine');
    expect(at(1000, 1100, 0)).toBe('unknown');
  });
});

test('a large change says what it was and counts a fall by the way back', () => {
  const flag = { ...none, reason: 'largeChange', basis: 'before' };
  expect(largeChange(row({ before: 1000, after: 1300 }), onPackage)).toEqual({
    ...flag,
    reference: 1000,
    percent: 30,
    deviation: 3,
    stake: 300,
  });
  expect(largeChange(row({ before: 1300, after: 1000 }), onPackage)).toEqual({
    ...flag,
    reference: 1300,
    percent: close(-23.077),
    deviation: 3,
    stake: 300,
  });
});

describe('a decimal slip', () => {
  test('says what it is ten times of', () => {
    expect(decimalSlip(row({ before: 1000, after: 10_000 }), onPackage)).toEqual({
      ...none,
      reason: 'decimalSlip',
      basis: 'before',
      reference: 1000,
      percent: 900,
      deviation: 10,
      stake: 9000,
    });
  });

  test.each([
    [7499, 'fine'],
    [7500, 10],
    [13_400, 10],
    [13_401, 'fine'],
    [74_999, 'fine'],
    [75_000, 10],
    [134_000, 10],
    [134_001, 'fine'],
  ])('of 10,00 to %i cents: %p', (after, verdict) => {
    expect(deviation(decimalSlip(row({ before: 1000, after }), onPackage))).toBe(verdict);
  });

  test('is none once the price fits Umfeld or AVP within 2.5', () => {
    const at = (umfeldAvg: number | null, avp: number | null) =>
      decimalSlip(row({ before: 100, after: 1000, umfeldAvg, avp }), onPackage);
    expect(at(400, null)).toMatchObject({ basis: 'before' });
    expect(at(401, null)).toBe('fine');
    expect(at(null, 2499)).toBe('fine');
    expect(at(100, 200)).toMatchObject({ basis: 'before', reference: 100 });
    expect(at(null, 300)).toMatchObject({ basis: 'before' });
  });

  test('is not looked for where nothing is, or nothing moves', () => {
    expect(decimalSlip(row({ after: null, avp: 100 }), onPackage)).toBe('fine');
    expect(decimalSlip(row({ before: null, umfeldAvg: 0 }), onPackage)).toBe('unknown');
    expect(decimalSlip(row({ avp: 100 }), onPackage)).toBe('fine');
  });
});

describe('outside the Umfeld', () => {
  test('both sides say how far, at 5 % for one', () => {
    expect(aboveUmfeld(row({ before: 900, after: 1100, umfeldMax: 1000 }), onPackage)).toEqual({
      ...none,
      reason: 'aboveUmfeld',
      basis: 'umfeldMax',
      reference: 1000,
      percent: 10,
      deviation: 2,
      stake: 100,
    });
    expect(belowUmfeld(row({ before: 1000, after: 800, umfeldMin: 1000 }), onPackage)).toEqual({
      ...none,
      reason: 'belowUmfeld',
      basis: 'umfeldMin',
      reference: 1000,
      percent: -20,
      deviation: 4,
      stake: 200,
    });
    expect(belowUmfeld(row({ before: 1000, after: 600, umfeldAvg: 1000 }), onPackage)).toMatchObject({
      basis: 'umfeldAvg',
      percent: -40,
      deviation: 8,
    });
  });

  test('a price at the limit crosses it with the next cent, one beyond it only with 5 %', () => {
    expect(deviation(aboveUmfeld(row({ before: 1050, after: 1051, umfeldMax: 1000 }), onPackage))).toBe(0.2);
    expect(aboveUmfeld(row({ before: 1051, after: 1052, umfeldMax: 1000 }), onPackage)).toBe('fine');
    expect(belowUmfeld(row({ before: 850, after: 840, umfeldMin: 1000 }), onPackage)).toBe('fine');
    // 22 % below, 15 % before: 6.09 % further
    expect(deviation(belowUmfeld(row({ before: 850, after: 780, umfeldMin: 1000 }), onPackage))).toEqual(close(1.217));
  });

  test('between the reference and the limit nothing is said', () => {
    expect(aboveUmfeld(row({ before: 1020, after: 1040, umfeldMax: 1000 }), onPackage)).toBe('fine');
    expect(aboveUmfeld(row({ before: 1020, after: 1050, umfeldMax: 1000 }), onPackage)).toBe('fine');
    expect(deviation(aboveUmfeld(row({ before: 1020, after: 1051, umfeldMax: 1000 }), onPackage))).toEqual(
      close(0.608),
    );
  });

  test('a price is measured by the average of its time', () => {
    const at = (formerUmfeld: number | null) =>
      aboveUmfeld(row({ before: 1250, after: 1320, umfeldAvg: 1000, formerUmfeld }), onPackage);
    expect(at(900)).toBe('fine');
    expect(at(null)).toMatchObject({ percent: 32 });
  });

  test('what is not sold any more is judged by nobody', () => {
    expect(aboveUmfeld(row({ after: null, umfeldMax: 1000 }), onPackage)).toBe('fine');
    expect(belowUmfeld(row({ after: null, umfeldMin: 1000 }), onPackage)).toBe('fine');
    expect(belowUmfeld(row({}), onPackage)).toBe('unknown');
  });
});

describe('own prices', () => {
  const own = { priceTypeBefore: 2, ownPriceBefore: 900, before: 900, calculatedPrice: 1080 } as const;
  const stays = { ...own, after: 900, ownPriceSince: NOW - 400 * 86_400 };

  test('one that ends says by how much, one that ends without another price counts 1', () => {
    const flag = { ...none, reason: 'ownPriceEnds', basis: 'ownPrice', reference: 900 };
    expect(ownPriceEnds(row({ ...own, after: 1080 }))).toEqual({ ...flag, percent: 20, deviation: 2, stake: 180 });
    expect(ownPriceEnds(row({ ...own, after: null }))).toEqual({ ...flag, percent: null, deviation: 1, stake: 0 });
    expect(ownPriceEnds(row({ ...own, ownPriceBefore: null, after: 1080 }))).toBe('fine');
    expect(ownPriceEnds(row({ ...own, priceTypeBefore: 0, after: 1080 }))).toBe('fine');
    expect(ownPriceEnds(row({ ...own, priceTypeBefore: 1, after: 1080 }))).toBe('fine');
  });

  test('a stale one has as much at stake as AEP or Umfeld moved', () => {
    expect(ownPriceStale(row({ ...stays, aep: 530, formerAep: 500 }), onPackage)).toEqual({
      ...none,
      reason: 'ownPriceStale',
      basis: 'aep',
      reference: 500,
      percent: 6,
      deviation: 0.6,
      stake: 54,
    });
  });

  test('is fine where one of both is known not to have moved', () => {
    const at = (said: object) => ownPriceStale(row({ ...stays, ...said }), onPackage);
    expect(at({ aep: 500, formerAep: 500 })).toBe('fine');
    expect(at({ umfeldAvg: 500, formerUmfeld: 500 })).toBe('fine');
    expect(at({ aep: 500, umfeldAvg: 500 })).toBe('unknown');
    expect(at({ formerAep: 500, formerUmfeld: 500 })).toBe('unknown');
  });

  test('is looked at from the day on which it is a year old', () => {
    const since = (days: number) =>
      ownPriceStale(row({ ...stays, ownPriceSince: NOW - days * 86_400, aep: 600, formerAep: 500 }), onPackage);
    expect(since(365.25)).toMatchObject({ percent: 20 });
    expect(since(365.24)).toBe('fine');
    expect(ownPriceStale(row({ ...stays, after: null, aep: 600, formerAep: 500 }), onPackage)).toBe('fine');
    expect(ownPriceStale(row({ ...stays, after: 950, aep: 600, formerAep: 500 }), onPackage)).toBe('fine');
    expect(ownPriceStale(row({ ...stays, priceTypeBefore: 0, aep: 600, formerAep: 500 }), onPackage)).toBe('fine');
  });
});

describe('an ending', () => {
  const flag = { ...none, reason: 'unusualEnding', basis: 'endings', reference: null, stake: 0 };

  test('counts by its tenths: 2.398 at 4 in 1,000, 4 where there is none', () => {
    const shares = endingShares([0, 0, 0, 4, 5, 0, 0, 0, 0, 991]);
    const at = (after: number) => unusualEnding(row({ before: 999, after }), shares, onPackage);
    expect(at(1003)).toEqual({ ...flag, percent: close(0.4), deviation: close(2.398) });
    expect(at(1001)).toEqual({ ...flag, percent: 0, deviation: close(4) });
    expect(at(1004)).toBe('fine');
    expect(unusualEnding(row({ after: null }), shares, onPackage)).toBe('fine');
  });

  test('is known of 200 prices', () => {
    expect(endingShares([0, 0, 0, 0, 0, 50, 0, 0, 0, 150])).toEqual([0, 0, 0, 0, 0, 0.25, 0, 0, 0, 0.75]);
  });
});

describe('two rows', () => {
  const pack = (number: number, content: string, before: number | null, after: number | null): Pack => ({
    row: number,
    before,
    after,
    size: readPackSize(content),
    expected: null,
  });

  test('an inversion says what the pack would cost at the price of the other', () => {
    // 0,30 each against 0,25
    expect(packSizeInversion(pack(1, '50 St', 1100, 1500), pack(0, '20 St', 500, 500), onPackage)).toEqual({
      reason: 'packSizeInversion',
      basis: 'neighbour',
      reference: 1250,
      neighbour: 0,
      percent: close(20),
      deviation: close(4),
      stake: 250,
    });
  });

  test('of two that moved the one that moved further is flagged, both if alike', () => {
    const small = pack(0, '20 St', 500, 300); // 66.7 %
    const large = pack(1, '50 St', 1100, 1540); // 40 %, and more cents
    expect(packSizeInversion(small, large, onPackage)).toMatchObject({ neighbour: 1 });
    expect(packSizeInversion(large, small, onPackage)).toBe('fine');
    const alike = pack(2, '50 St', 900, 1500); // 66.7 %
    expect(packSizeInversion(alike, small, onPackage)).toMatchObject({ neighbour: 0 });
    expect(packSizeInversion(small, alike, onPackage)).toMatchObject({ neighbour: 2 });
  });

  test('a new pack moved furthest; one that is not sold is compared with none', () => {
    const fresh = pack(1, '50 St', null, 1500);
    expect(packSizeInversion(fresh, pack(0, '20 St', 500, 450), onPackage)).toMatchObject({ neighbour: 0 });
    expect(packSizeInversion(pack(0, '20 St', 500, 450), fresh, onPackage)).toBe('fine');
    expect(packSizeInversion(fresh, pack(0, '20 St', 500, null), onPackage)).toBe('fine');
    expect(packSizeInversion(pack(0, '20 St', 500, null), fresh, onPackage)).toBe('fine');
    expect(packSizeInversion(fresh, pack(0, '20 ml', 500, 450), onPackage)).toBe('fine');
    expect(packSizeInversion(fresh, pack(0, '50 St', 500, 450), onPackage)).toBe('fine');
  });

  test('that were dearer each before are news from 5 % on', () => {
    const small = pack(0, '20 St', 400, 400); // 50 at its price are 10,00
    expect(packSizeInversion(pack(1, '50 St', 1100, 1155), small, onPackage)).toBe('fine');
    expect(packSizeInversion(pack(1, '50 St', 1100, 1160), small, onPackage)).toMatchObject({ percent: close(16) });
  });

  test('a swap is as good as certain', () => {
    expect(swappedPrices(pack(0, '', 1000, 1500), pack(1, '', 1500, 1000))).toEqual({
      reason: 'swappedPrices',
      basis: 'neighbour',
      reference: 1000,
      neighbour: 1,
      percent: 50,
      deviation: 6,
      stake: 500,
    });
  });

  test.each([
    [1000, 1120, 1120, 1000, false], // 12 % apart
    [1000, 1121, 1121, 1000, true],
    [1000, 1575, 1500, 1000, true], // within 5 % of what the other was
    [1000, 1576, 1500, 1000, false],
    [1000, 1500, 1500, 1050, true],
    [1000, 1500, 1500, 1051, false],
  ])('%i to %i beside %i to %i: swapped is %p', (before, after, otherBefore, otherAfter, swapped) => {
    const verdict = swappedPrices(pack(0, '', before, after), pack(1, '', otherBefore, otherAfter));
    expect(typeof verdict === 'object').toBe(swapped);
  });

  test('that come or go are not swapped', () => {
    const given = pack(1, '', 1500, 1000);
    for (const [before, after] of [[null, 1500] as const, [1000, null] as const]) {
      expect(swappedPrices(pack(0, '', before, after), given)).toBe('fine');
      expect(swappedPrices(given, pack(0, '', before, after))).toBe('fine');
      expect(couldBeSwapped(before, after)).toBe(false);
    }
    expect(couldBeSwapped(1000, 1060)).toBe(false);
    expect(couldBeSwapped(1000, 1061)).toBe(true);
    expect(couldBeSwapped(1061, 1000)).toBe(true);
  });
});

describe('a delivery', () => {
  test('compares new articles with Umfeld, else AVP, else the gross AEP', () => {
    const all = { umfeldAvg: 900, avp: 1000, aep: 500, vatPercent: 19 };
    expect(newReferences(all)).toEqual([
      ['umfeldAvg', 900],
      ['avp', 1000],
      ['aep', 595],
    ]);
    expect(newReferences({ ...all, umfeldAvg: null })[0]).toEqual(['avp', 1000]);
    expect(newReferences({ ...all, umfeldAvg: 0, avp: 0 })).toEqual([['aep', 595]]);
    expect(newReferences({ ...all, umfeldAvg: null, avp: null, aep: null })).toEqual([]);
  });

  test('has no usual ratio of references that too few articles have', () => {
    const articles = { few: false, usual: { avp: { ratio: 1, spread: 1 } } };
    expect(newArticle(row({ before: null, after: 2000, aep: 500 }), articles, onPackage)).toBe('unknown');
    expect(newArticle(row({ before: null, after: null, avp: 500 }), articles, onPackage)).toBe('fine');
    expect(newArticle(row({ before: null, after: 1500, avp: 1000 }), articles, onPackage)).toEqual({
      ...none,
      reason: 'newArticle',
      basis: 'avp',
      reference: 1000,
      percent: 50,
      deviation: 5,
      stake: 500,
    });
    expect(usualRatio(new Float64Array(20).fill(2))).toEqual({ ratio: 2, spread: 0 });
  });

  test('has one largest effect in 200 rows', () => {
    expect([0, 1, 200, 201].map((rows) => largestCount(rows, onPackage))).toEqual([0, 1, 1, 2]);
    const flag = { ...none, reason: 'largestEffect', basis: 'effects', percent: null, deviation: 2.5, stake: 0 };
    expect(largestEffect(-501, 500)).toEqual({ ...flag, reference: -501 });
    expect(largestEffect(500, 500)).toBe('fine');
    expect(largestEffect(null, 500)).toBe('unknown');
  });
});
