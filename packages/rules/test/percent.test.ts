import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deviationPercent, formatPercent, roundHalfAway } from '../src/index.ts';

// Rules 2.7 and 3.10.
describe('deviation', () => {
  test.each([
    [499, 479, 4.175365344467641],
    [110, 100, 10],
    [90, 100, -10],
    [100, 100, 0],
  ])('%p against %p is %p percent', (price, reference, percent) => {
    expect(deviationPercent(price, reference)).toBeCloseTo(percent, 12);
  });

  test('missing values and a reference of 0 give none', () => {
    expect(deviationPercent(null, 100)).toBeNull();
    expect(deviationPercent(100, undefined)).toBeNull();
    expect(deviationPercent(100, 0)).toBeNull();
  });

  test('a price of 0 lies 100 percent below', () => {
    expect(deviationPercent(0, 100)).toBe(-100);
  });
});

describe('rounding', () => {
  test.each([
    [4.25, 1, 4.3],
    [4.35, 1, 4.4],
    [-4.25, 1, -4.3],
    [0.05, 1, 0.1],
    [-0.04, 1, 0],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [1.005, 2, 1.01],
    [1e-7, 1, 0],
  ])('%p to %p digits is %p', (x, digits, rounded) => {
    expect(roundHalfAway(x, digits)).toBe(rounded);
  });

  test('a number with that many digits stays', () => {
    fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (n) => roundHalfAway(n / 10, 1) === n / 10 + 0));
  });
});

test.each([
  [4.24, '4,2\u00a0%', '+4,2\u00a0%'],
  [-4.25, '−4,3\u00a0%', '−4,3\u00a0%'],
  [0, '0,0\u00a0%', '0,0\u00a0%'],
  [-0.04, '0,0\u00a0%', '0,0\u00a0%'],
  [0.04, '0,0\u00a0%', '0,0\u00a0%'],
  [1234.56, '1.234,6\u00a0%', '+1.234,6\u00a0%'],
  [100, '100,0\u00a0%', '+100,0\u00a0%'],
])('%p percent reads %p, with its sign %p', (percent, plain, signed) => {
  expect(formatPercent(percent)).toBe(plain);
  expect(formatPercent(percent, { sign: true })).toBe(signed);
});
