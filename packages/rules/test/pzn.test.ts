import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasValidPznCheckDigit, normalizePzn, pznCheckDigit } from '../src/index.ts';

// Rule 3.8.
describe('check digit', () => {
  // 1·1+2·2+3·3+4·4+5·5+6·6+7·7 = 140, 140 mod 11 = 8
  test('1234567 has the check digit 8', () => {
    expect(pznCheckDigit('1234567')).toBe(8);
    expect(hasValidPznCheckDigit('12345678')).toBe(true);
    expect(hasValidPznCheckDigit('12345679')).toBe(false);
  });

  // 0·1+2·2+7·3+5·4+8·5+0·6+8·7 = 4+21+20+40+56 = 141, 141 mod 11 = 9
  test('a PZN with leading zero', () => {
    expect(hasValidPznCheckDigit('02758089')).toBe(true);
  });

  // 5·2 = 10: remainder 10
  test('a remainder of 10 is never issued', () => {
    expect(pznCheckDigit('0000200')).toBeUndefined();
    for (let d = 0; d <= 9; d++) expect(hasValidPznCheckDigit(`0000200${d}`)).toBe(false);
  });

  test.each(['00000000', '1234567', '123456789', 'abcdefgh', ''])('%p is no PZN', (pzn) => {
    expect(hasValidPznCheckDigit(pzn)).toBe(false);
  });

  test('anything but seven digits is a mistake of the caller', () => {
    expect(() => pznCheckDigit('123456')).toThrow(RangeError);
  });

  test('one wrong digit is always found', () => {
    const firstSeven = fc.integer({ min: 1, max: 9_999_999 }).map((n) => String(n).padStart(7, '0'));
    fc.assert(
      fc.property(firstSeven, fc.nat(7), fc.integer({ min: 1, max: 9 }), (digits, at, shift) => {
        const check = pznCheckDigit(digits);
        fc.pre(check !== undefined);
        const pzn = `${digits}${check}`;
        const wrong = (Number(pzn.charAt(at)) + shift) % 10;
        return hasValidPznCheckDigit(pzn) && !hasValidPznCheckDigit(pzn.slice(0, at) + wrong + pzn.slice(at + 1));
      }),
    );
  });
});

test.each([
  ['12345678', '12345678'],
  ['2758089', '02758089'],
  ['PZN-02758089', '02758089'],
  ['pzn 0275 8089', '02758089'],
  [' PZN - 2758089 ', '02758089'],
  ['0', '00000000'],
  ['', undefined],
  ['PZN', undefined],
  ['123456789', undefined],
  ['12345A78', undefined],
  ['1234567.0', undefined],
  ['PZNPZN1', undefined],
])('%p is read as %p', (text, pzn) => {
  expect(normalizePzn(text)).toBe(pzn);
});
