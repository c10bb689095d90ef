import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  centsToNumber,
  checkPrice,
  formatCents,
  formatDifference,
  formatWhole,
  formatWholeDifference,
  isAllowedPrice,
  MAX_PRICE_CENTS,
  numberToCents,
  roundToCents,
} from '../src/index.ts';

// Rule 3.1.
describe('euros and cents', () => {
  test.each([
    [4.35, 435],
    [1.1, 110],
    [0.29, 29],
    [99_999.99, 9_999_999],
    [0, 0],
    [-0, 0],
    [-2.5, -250],
  ])('%p euros are %p cents', (euros, cents) => {
    expect(numberToCents(euros)).toBe(cents);
  });

  test.each([1.005, 4.999, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('%p has no exact cents', (euros) => {
    expect(numberToCents(euros)).toBeUndefined();
  });

  test('every amount of cents survives the way to euros and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => numberToCents(centsToNumber(cents)) === cents),
    );
  });

  test.each([
    [1.005, 101],
    [2.345, 235],
    [1.115, 112],
    [-1.005, -101],
    [4.994, 499],
    [0.0049, 0],
    [-0.001, 0],
    [1e-9, 0],
    [10.075, 1008],
  ])('%p rounds to %p cents, halves away from zero', (euros, cents) => {
    expect(roundToCents(euros)).toBe(cents);
  });

  test('rounding agrees with the digits as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 9 }), (cents, third) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${third}`;
        return roundToCents(Number(text)) === cents + (third >= 5 ? 1 : 0);
      }),
    );
  });

  test('no amount of money', () => {
    expect(() => roundToCents(Number.NaN)).toThrow(RangeError);
  });
});

describe('formatCents', () => {
  test.each([
    [0, '0,00'],
    [5, '0,05'],
    [499, '4,99'],
    [100_000, '1.000,00'],
    [123_456, '1.234,56'],
    [9_999_999, '99.999,99'],
    [100_000_005, '1.000.000,05'],
    [-499, '−4,99'],
  ])('%p reads %p', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test('writes as Intl does', () => {
    const intl = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        (cents) => formatCents(cents) === intl.format(cents / 100).replace('-', '−'),
      ),
    );
  });
});

describe('allowed prices', () => {
  test('above zero, at most 99.999,99 €, whole cents', () => {
    expect([1, MAX_PRICE_CENTS].map(isAllowedPrice)).toEqual([true, true]);
    expect([0, -1, MAX_PRICE_CENTS + 1, 1.5, Number.NaN].map(isAllowedPrice)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('the wire rounds nothing', () => {
    expect(checkPrice(4.99)).toEqual({ ok: true, cents: 499 });
    expect(checkPrice(4.995)).toEqual({ ok: false, issue: 'tooManyDecimals' });
    expect(checkPrice(0)).toEqual({ ok: false, issue: 'notPositive' });
    expect(checkPrice(-4.99)).toEqual({ ok: false, issue: 'notPositive' });
    expect(checkPrice(100_000)).toEqual({ ok: false, issue: 'tooHigh' });
    expect(checkPrice(99_999.991)).toEqual({ ok: false, issue: 'tooHigh' });
  });
});

test.each([
  [427, '+4,27 €'],
  [0, '0,00 €'],
  [-123_456, '−1.234,56 €'],
])('a difference of %p cents is %p', (cents, text) => {
  expect(formatDifference(cents)).toBe(text);
});

test.each([
  [527_663, '+5.277 €'],
  [-9_448, '−94 €'],
  [1_000, '+10 €'],
  [49, '+0,49 €'],
  [-50, '−0,50 €'],
  [0, '0,00 €'],
])('sums are told in whole euros, small ones with cents: %p cents are %s (rule 2.7)', (cents, text) => {
  expect(formatWholeDifference(cents)).toBe(text);
  expect(`${cents > 0 ? '+' : ''}${formatWhole(cents)} €`).toBe(text);
});
