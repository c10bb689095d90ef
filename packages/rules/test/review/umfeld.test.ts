import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  aboveUmfeld,
  belowUmfeld,
  describeBreaches,
  type GuardedPrice,
  judgeUmfeld,
  NO_GUARDRAILS,
  unjudgedGuardrails,
} from '../../src/index.ts';
import { onList, onPackage, row } from './rows.ts';

const umfeld = (umfeldMin: number | null, umfeldAvg: number | null, umfeldMax: number | null) => ({
  umfeldMin,
  umfeldAvg,
  umfeldMax,
});
const doubts = (...prices: Parameters<typeof umfeld>) => {
  const { isMinDoubtful, isMaxDoubtful } = judgeUmfeld(umfeld(...prices));
  return [isMinDoubtful && 'min', isMaxDoubtful && 'max'].filter(Boolean).join(' and ') || 'none';
};

describe('doubtful Umfeld prices (rule 14.60)', () => {
  test.each<[number | null, number | null, number | null, string]>([
    [900, 1000, 1200, 'none'],
    [1000, 1000, 1000, 'none'],
    // 2.5 times away either way, and a cent more
    [400, 1000, 2500, 'none'],
    [399, 1000, 2500, 'min'],
    [400, 1000, 2501, 'max'],
    [900, 1000, 12_000, 'max'],
    [1, 1000, 1200, 'min'],
    [1, 1000, 12_000, 'min and max'],
    // on the wrong side of Ø
    [1001, 1000, 1200, 'min'],
    [900, 1000, 999, 'max'],
    [1200, 1000, 900, 'min and max'],
    [null, 1000, 12_000, 'max'],
    [1, 1000, null, 'min'],
    // without Ø only what no Ø can lie between: 6.25 times 4,00 is 25,00
    [400, null, 2500, 'none'],
    [400, null, 2501, 'min and max'],
    [1200, null, 900, 'min and max'],
    [1, null, null, 'none'],
    [null, null, 12_000, 'none'],
    [0, 0, 1200, 'none'],
    [null, null, null, 'none'],
  ])('of %p, %p and %p: %s', (min, avg, max, expected) => {
    expect(doubts(min, avg, max)).toBe(expected);
  });

  test('whatever is compared with lies within 2.5 times of Ø, on its own side', () => {
    const price = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 100_000 }), price, (min, avg, max) => {
        const { upper, lower } = judgeUmfeld(umfeld(min, avg, max));
        const [above, below] = [upper?.price ?? avg, lower?.price ?? avg];
        return above >= avg && above <= 2.5 * avg && below <= avg && below * 2.5 >= avg;
      }),
    );
  });
});

describe('a doubtful end silences no rule (rules 14.14 and 14.15)', () => {
  // Ø 11,17; 12,99 is 16.3 % above it, 12,29 is 10.03 %, 12,28 is 9.94 %
  const outlier = umfeld(1061, 1117, 13_404);

  test('above a doubtful maximum, Ø decides from 10 % on, and the maximum is named', () => {
    expect(aboveUmfeld(row({ before: 1099, after: 1299, ...outlier }), onPackage)).toMatchObject({
      basis: 'umfeldAvg',
      reference: 1117,
      percent: expect.closeTo(16.29, 2),
      doubtfulEnd: 13_404,
    });
    expect(aboveUmfeld(row({ before: 1099, after: 1229, ...outlier }), onPackage)).toMatchObject({
      basis: 'umfeldAvg',
    });
    expect(aboveUmfeld(row({ before: 1099, after: 1228, ...outlier }), onPackage)).toBe('fine');
  });

  test('below a doubtful minimum, Ø decides from 10 % on', () => {
    const cheap = umfeld(1, 1000, 1100);
    expect(belowUmfeld(row({ after: 899, ...cheap }), onPackage)).toMatchObject({
      basis: 'umfeldAvg',
      reference: 1000,
      doubtfulEnd: 1,
    });
    expect(belowUmfeld(row({ after: 900, ...cheap }), onPackage)).toBe('fine');
    expect(belowUmfeld(row({ after: 899, units: 0, ...cheap }), onPackage)).toBe('fine');
  });

  test('swapped ends are both judged by Ø', () => {
    const swapped = umfeld(1200, 1000, 900);
    expect(aboveUmfeld(row({ after: 1101, ...swapped }), onList)).toMatchObject({ reference: 1000, doubtfulEnd: 900 });
    expect(belowUmfeld(row({ after: 899, ...swapped }), onList)).toMatchObject({ reference: 1000, doubtfulEnd: 1200 });
  });

  test('without Ø nothing can be judged by ends that contradict each other', () => {
    expect(aboveUmfeld(row({ after: 1300, ...umfeld(1200, null, 900) }), onPackage)).toBe('unknown');
    expect(belowUmfeld(row({ after: 500, ...umfeld(1, null, 12_000) }), onPackage)).toBe('unknown');
  });
});

describe('guardrails compare with Ø where the end is doubtful (rule 12.6)', () => {
  const base = { before: 1000, aep: null, avp: null, vatPercent: 19 };
  const limits = { ...NO_GUARDRAILS, maxAboveUmfeldPercent: 10, maxBelowUmfeldPercent: 10 };
  const broken = (after: number, around: ReturnType<typeof umfeld>) =>
    describeBreaches({ ...base, after, ...around } satisfies GuardedPrice, limits);

  test.each([
    [1100, umfeld(900, 1000, 12_000), []],
    [
      1101,
      umfeld(900, 1000, 12_000),
      [{ name: 'maxAboveUmfeldPercent', limit: 10, percent: 10.1, barely: null, byUmfeldAvg: true }],
    ],
    [900, umfeld(1, 1000, 1100), []],
    [
      899,
      umfeld(1, 1000, 1100),
      [{ name: 'maxBelowUmfeldPercent', limit: 10, percent: 10.1, barely: null, byUmfeldAvg: true }],
    ],
    // 10,00 to 12,00 belong together: the maximum decides
    [1321, umfeld(900, 1000, 1200), [{ name: 'maxAboveUmfeldPercent', limit: 10, percent: 10.1, barely: null }]],
    // unknown, not doubtful: not judged
    [5000, umfeld(900, 1000, null), []],
  ])('%i beside %o', (after, around, expected) => {
    expect(broken(after, around)).toEqual(expected);
  });

  test('contradictory ends without Ø count as missing', () => {
    const row: GuardedPrice = { ...base, after: 5000, ...umfeld(1200, null, 900) };
    expect(unjudgedGuardrails(row, limits)).toEqual(['maxAboveUmfeldPercent', 'maxBelowUmfeldPercent']);
  });
});
