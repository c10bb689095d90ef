import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findCommonFactor, type PricePair } from '../../../src/index.ts';
import { hasFactor } from '../../../src/review/delivery/factor-pairs.ts';

const times =
  (factor: number, round = Math.round) =>
  (before: number) => ({ before, after: round(before * factor) });
/** 40 prices from 0,99 to 79,98. */
const PRICES = Array.from({ length: 40 }, (_, at) => 99 + at * 203 - (at % 3) * 4);
const moved = (factor: number, prices = PRICES) => prices.map(times(factor));
const cents = fc.integer({ min: 99, max: 20_000 });

describe('nearly all prices move by one factor (rule 20.3)', () => {
  test('a file of net prices is told by eleven rows', () => {
    // the prices of a list and the same ÷ 1.19, by hand
    const pairs: PricePair[] = [
      { before: 1149, after: 966 },
      { before: 1599, after: 1344 },
      { before: 595, after: 500 },
      { before: 1499, after: 1260 },
      { before: 699, after: 587 },
      { before: 1195, after: 1004 },
      { before: 1199, after: 1008 },
      { before: 1079, after: 907 },
      { before: 899, after: 755 },
      { before: 495, after: 416 },
      { before: 949, after: 797 },
    ];
    expect(findCommonFactor(pairs)).toMatchObject({ cause: 'vatRemoved', exact: true, rows: 11, of: 11 });
  });

  test.each([
    [1 / 1.19, 'vatRemoved'],
    [1.19, 'vatAdded'],
    [1 / 1.07, 'vatRemoved'],
    [1.07, 'vatAdded'],
    [1.07 / 1.19, 'vatRateLowered'],
    [1.19 / 1.07, 'vatRateRaised'],
    [0.01, 'decimalLeft'],
    [0.1, 'decimalLeft'],
    [10, 'decimalRight'],
    [100, 'decimalRight'],
    [0.5, 'unknown'],
    [1.25, 'unknown'],
    [0.85, 'unknown'],
  ])('times %f: %s, however it was rounded', (factor, cause) => {
    for (const round of [Math.round, Math.floor, Math.ceil]) {
      const found = findCommonFactor(PRICES.map(times(factor, round)));
      expect(found).toMatchObject({ cause, exact: true });
      expect(found?.rows).toBeGreaterThanOrEqual(36);
    }
  });

  test.each([
    [0.4, 1 / 1.19, 1 / 1.07, 'vatRemoved'],
    [0.7, 1 / 1.19, 1 / 1.07, 'vatRemoved'],
    [0.4, 1.19, 1.07, 'vatAdded'],
  ])('with %f of the articles at the full rate and the others at the lower one', (share, full, lower, cause) => {
    const pairs = PRICES.map((before, at) => times(at < share * PRICES.length ? full : lower)(before));
    const found = findCommonFactor(pairs);
    expect(found).toMatchObject({ cause, factor: full, otherFactor: lower, exact: true, rows: 40, of: 40 });
    // 9,97 € ÷ 1,07 = 9,32 €; ÷ 1,19 = 8,38 €
    if (found && cause === 'vatRemoved')
      expect([932, 838, 900].map((after) => hasFactor({ before: 997, after }, found))).toEqual([true, true, false]);
    // A rise of 7 % that the AVP explains is a producer's.
    expect(findCommonFactor(pairs.map((pair) => ({ ...pair, followsAvp: true })))?.otherFactor).toBeUndefined();
  });

  test.each([1, 1.03, 0.97, 1.05, 1.08, 1.1, 0.92, 0.9])('times %f is an ordinary rise or fall', (factor) => {
    expect(findCommonFactor(moved(factor))).toBeNull();
  });

  test('a tenth of the rows may differ, and rows that stay count for nothing', () => {
    const others = [1000, 1200, 1400, 1600].map((before) => ({ before, after: before + 37 }));
    const same = PRICES.map((before) => ({ before, after: before }));
    expect(findCommonFactor([...moved(1 / 1.19), ...others])).toMatchObject({ rows: 40, of: 44 });
    expect(findCommonFactor([...moved(1 / 1.19), ...same, ...same])).toMatchObject({ rows: 40, of: 40 });
  });

  test('an update that moved prices on top of it has most of them at the factor', () => {
    // of 40 rows 26 stay but for the VAT, the others rose by 4 % before it
    const pairs = PRICES.map((before, at) => ({ before, after: Math.round((before * (at < 26 ? 1 : 1.04)) / 1.19) }));
    expect(findCommonFactor(pairs)).toMatchObject({ cause: 'vatRemoved', exact: true, rows: 26, of: 40 });
  });

  test('rounded to usual endings the prices lie around it', () => {
    // up to 25 cents off, from 8,99 on
    const prices = PRICES.filter((price) => price > 890);
    const pairs = prices.map((before) => ({ before, after: Math.round(before / 1.19 / 50) * 50 - 1 }));
    expect(findCommonFactor(pairs)).toMatchObject({ cause: 'vatRemoved', exact: false });
  });

  test("a producer's rise is none: few of the rows, or with the AVP", () => {
    const same = PRICES.map((before) => ({ before, after: before }));
    expect(findCommonFactor([...moved(1.12, PRICES.slice(0, 12)), ...same])).toBeNull();
    expect(findCommonFactor([...moved(1.07, PRICES.slice(0, 12)), ...same])).toBeNull();
    expect(findCommonFactor(moved(1.07).map((pair) => ({ ...pair, followsAvp: true })))).toBeNull();
    expect(findCommonFactor(moved(1.12).map((pair) => ({ ...pair, followsAvp: true })))).toBeNull();
  });

  test('net prices are net where the AVP is net too', () => {
    const pairs = moved(1 / 1.19).map((pair) => ({ ...pair, followsAvp: true }));
    expect(findCommonFactor(pairs)).toMatchObject({ cause: 'vatRemoved' });
  });

  test('two rows say nothing', () => {
    expect(findCommonFactor(moved(1 / 1.19, [1000, 2000]))).toBeNull();
    expect(findCommonFactor([])).toBeNull();
  });

  test('an honest update is never doubted: prices move by a few per cent, each its own way', () => {
    const honest = fc.array(fc.tuple(cents, fc.integer({ min: -60, max: 80 })), { minLength: 10, maxLength: 200 });
    fc.assert(
      fc.property(honest, (rows) => {
        const pairs = rows.map(([before, permille]) => ({ before, after: Math.round(before * (1 + permille / 1000)) }));
        return findCommonFactor(pairs)?.cause === undefined || isOneMove(pairs);
      }),
    );
  });

  test('whatever else a few rows do, net prices are found', () => {
    const file = fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 40_000 })), { minLength: 10, maxLength: 200 });
    fc.assert(
      fc.property(file, (rows) => {
        const pairs = rows.map(([before, other], at) => {
          return { before, after: at % 12 === 11 ? other : Math.round(before / 1.19) };
        });
        return findCommonFactor(pairs)?.cause === 'vatRemoved';
      }),
    );
  });
});

/** What fast-check shrinks to: rows that by chance do move alike. */
function isOneMove(pairs: readonly PricePair[]): boolean {
  const changed = pairs.filter(({ before, after }) => before !== after);
  return changed.length <= 3;
}
